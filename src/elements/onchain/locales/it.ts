import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Ottieni con il wallet',
  wallet: 'Wallet',
  chooseWallet: 'Scegli un wallet',
  noWallet: 'Nessun wallet trovato',
  getWallet: 'Installane uno o apri questa pagina nel browser del tuo wallet.',
  confirm: 'Conferma nel tuo wallet.',
  declined: 'Hai rifiutato nel wallet. Non è stato inviato nulla.',
  wrongChain: 'Passa il tuo wallet a {chain}.',
  walletChanged: 'Il tuo wallet è cambiato. Conferma di nuovo.',
  walletBroken: 'Il wallet non ha risposto come dovrebbe.',
  transaction: 'Hash della transazione',
  transactionInvalid: 'Non è l’hash di una transazione. Copialo di nuovo.',
  confirming: 'La catena lo sta ancora confermando.',
} satisfies Partial<OnchainMessages>;
