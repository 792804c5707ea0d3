import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Obtenir avec un portefeuille',
  wallet: 'Portefeuille',
  chooseWallet: 'Choisis un portefeuille',
  noWallet: 'Aucun portefeuille trouvé',
  getWallet: 'Installes-en un, ou ouvre cette page dans le navigateur de ton portefeuille.',
  confirm: 'Confirme dans ton portefeuille.',
  declined: 'Tu as refusé dans ton portefeuille. Rien n’a été envoyé.',
  wrongChain: 'Passe ton portefeuille sur {chain}.',
  walletChanged: 'Ton portefeuille a changé. Confirme de nouveau.',
  walletBroken: 'Le portefeuille n’a pas répondu comme il faut.',
  transaction: 'Hash de la transaction',
  transactionInvalid: 'Ce n’est pas un hash de transaction. Copie-le de nouveau.',
  confirming: 'La chaîne est encore en train de confirmer.',
} satisfies Partial<OnchainMessages>;
