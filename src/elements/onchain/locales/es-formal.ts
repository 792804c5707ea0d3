import type { OnchainMessages } from '../messages.ts';
import usual from './es.ts';

export default {
  ...usual,
  chooseWallet: 'Elija un monedero',
  getWallet: 'Instale uno o abra esta página en el navegador de su monedero.',
  confirm: 'Confírmelo en su monedero.',
  declined: 'Dijo que no en su monedero. No se envió nada.',
  wrongChain: 'Cambie su monedero a {chain}.',
  walletChanged: 'Su monedero ha cambiado. Confírmelo de nuevo.',
  transactionInvalid: 'No es un hash de transacción. Cópielo de nuevo.',
} satisfies Partial<OnchainMessages>;
