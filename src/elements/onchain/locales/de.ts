import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Mit Wallet holen',
  wallet: 'Wallet',
  chooseWallet: 'Wallet wählen',
  noWallet: 'Kein Wallet gefunden',
  getWallet: 'Installiere eines oder öffne diese Seite im Browser deines Wallets.',
  confirm: 'Bestätige in deinem Wallet.',
  declined: 'Du hast im Wallet abgelehnt. Es wurde nichts gesendet.',
  wrongChain: 'Stelle dein Wallet auf {chain} um.',
  walletChanged: 'Dein Wallet hat sich geändert. Bitte bestätige noch einmal.',
  walletBroken: 'Das Wallet hat nicht richtig geantwortet.',
  transaction: 'Hash der Transaktion',
  transactionInvalid: 'Kein Hash einer Transaktion. Kopiere ihn noch einmal.',
  confirming: 'Die Chain bestätigt das noch.',
} satisfies Partial<OnchainMessages>;
