import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Hent med wallet',
  wallet: 'Wallet',
  chooseWallet: 'Vælg en wallet',
  noWallet: 'Ingen wallet fundet',
  getWallet: 'Installér en, eller åbn siden i din wallets browser.',
  confirm: 'Bekræft i din wallet.',
  declined: 'Du sagde nej i din wallet. Intet blev sendt.',
  wrongChain: 'Skift din wallet til {chain}.',
  walletChanged: 'Din wallet har ændret sig. Bekræft igen.',
  walletBroken: 'Din wallet svarede ikke, som den skulle.',
  transaction: 'Transaktionens hash',
  transactionInvalid: 'Det er ikke en transaktions hash. Kopiér den igen.',
  confirming: 'Kæden er stadig ved at bekræfte det.',
} satisfies Partial<OnchainMessages>;
