import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Reclamar con monedero',
  wallet: 'Monedero',
  chooseWallet: 'Elige un monedero',
  noWallet: 'No se encontró ningún monedero',
  getWallet: 'Instala uno o abre esta página en el navegador de tu monedero.',
  confirm: 'Confírmalo en tu monedero.',
  declined: 'Dijiste que no en tu monedero. No se envió nada.',
  wrongChain: 'Cambia tu monedero a {chain}.',
  walletChanged: 'Tu monedero ha cambiado. Confírmalo de nuevo.',
  walletBroken: 'El monedero no respondió como debía.',
  transaction: 'Hash de la transacción',
  transactionInvalid: 'No es un hash de transacción. Cópialo de nuevo.',
  confirming: 'La cadena aún lo está confirmando.',
} satisfies Partial<OnchainMessages>;
