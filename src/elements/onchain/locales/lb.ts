import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Mam Wallet huelen',
  wallet: 'Wallet',
  chooseWallet: 'Wallet wielen',
  noWallet: 'Kee Wallet fonnt',
  getWallet: 'Installéier een oder maach dës Säit am Browser vun dengem Wallet op.',
  confirm: 'Bestäteg an dengem Wallet.',
  declined: 'Du hues am Wallet nee gesot. Et gouf näischt geschéckt.',
  wrongChain: 'Stell däi Wallet op {chain} ëm.',
  walletChanged: 'Däi Wallet huet sech geännert. Bestäteg w.e.g. nach eng Kéier.',
  walletBroken: 'De Wallet huet net richteg geäntwert.',
  transaction: 'Hash vun der Transaktioun',
  transactionInvalid: 'Keen Hash vun enger Transaktioun. Kopéier en nach eng Kéier.',
  confirming: 'D’Chain bestätegt dat nach.',
} satisfies Partial<OnchainMessages>;
