import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Reclama amb la cartera',
  wallet: 'Cartera',
  chooseWallet: 'Tria una cartera',
  noWallet: 'No s’ha trobat cap cartera',
  getWallet: 'Instal·la’n una o obre aquesta pàgina al navegador de la teva cartera.',
  confirm: 'Confirma-ho a la teva cartera.',
  declined: 'Has dit que no a la cartera. No s’ha enviat res.',
  wrongChain: 'Canvia la teva cartera a {chain}.',
  walletChanged: 'La teva cartera ha canviat. Torna a confirmar-ho.',
  walletBroken: 'La cartera no ha respost com calia.',
  transaction: 'Hash de la transacció',
  transactionInvalid: 'No és un hash de transacció. Torna’l a copiar.',
  confirming: 'La cadena encara ho està confirmant.',
} satisfies Partial<OnchainMessages>;
