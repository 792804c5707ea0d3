import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Hent med lommebok',
  wallet: 'Lommebok',
  chooseWallet: 'Velg en lommebok',
  noWallet: 'Fant ingen lommebok',
  getWallet: 'Installer en, eller åpne denne siden i nettleseren til lommeboken din.',
  confirm: 'Bekreft i lommeboken din.',
  declined: 'Du sa nei i lommeboken. Ingenting ble sendt.',
  wrongChain: 'Bytt lommeboken til {chain}.',
  walletChanged: 'Lommeboken din er endret. Bekreft på nytt.',
  walletBroken: 'Lommeboken svarte ikke som den skulle.',
  transaction: 'Transaksjonens hash',
  transactionInvalid: 'Ikke hashen til en transaksjon. Kopier den på nytt.',
  confirming: 'Kjeden bekrefter dette fortsatt.',
} satisfies Partial<OnchainMessages>;
