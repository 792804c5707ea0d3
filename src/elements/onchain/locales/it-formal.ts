import type { OnchainMessages } from '../messages.ts';
import usual from './it.ts';

export default {
  ...usual,
  claimOnchain: 'Ottenga con il wallet',
  chooseWallet: 'Scelga un wallet',
  getWallet: 'Ne installi uno o apra questa pagina nel browser del Suo wallet.',
  confirm: 'Confermi nel Suo wallet.',
  declined: 'Ha rifiutato nel wallet. Non è stato inviato nulla.',
  wrongChain: 'Passi il Suo wallet a {chain}.',
  walletChanged: 'Il Suo wallet è cambiato. Confermi di nuovo.',
  transactionInvalid: 'Non è l’hash di una transazione. Lo copi di nuovo.',
} satisfies Partial<OnchainMessages>;
