import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Reclamar coa carteira',
  wallet: 'Carteira',
  chooseWallet: 'Escolle unha carteira',
  noWallet: 'Non se atopou ningunha carteira',
  getWallet: 'Instala unha ou abre esta páxina no navegador da túa carteira.',
  confirm: 'Confírmao na túa carteira.',
  declined: 'Dixeches que non na túa carteira. Non se enviou nada.',
  wrongChain: 'Cambia a túa carteira a {chain}.',
  walletChanged: 'A túa carteira cambiou. Confírmao de novo.',
  walletBroken: 'A carteira non respondeu como debía.',
  transaction: 'Hash da transacción',
  transactionInvalid: 'Non é un hash de transacción. Cópiao de novo.',
  confirming: 'A cadea aínda o está confirmando.',
} satisfies Partial<OnchainMessages>;
