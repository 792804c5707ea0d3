import type { OnchainMessages } from '../messages.ts';
import usual from './fr.ts';

export default {
  ...usual,
  chooseWallet: 'Choisissez un portefeuille',
  getWallet: 'Installez-en un, ou ouvrez cette page dans le navigateur de votre portefeuille.',
  confirm: 'Confirmez dans votre portefeuille.',
  declined: 'Vous avez refusé dans votre portefeuille. Rien n’a été envoyé.',
  wrongChain: 'Passez votre portefeuille sur {chain}.',
  walletChanged: 'Votre portefeuille a changé. Confirmez de nouveau.',
  transactionInvalid: 'Ce n’est pas un hash de transaction. Copiez-le de nouveau.',
} satisfies Partial<OnchainMessages>;
