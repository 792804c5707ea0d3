import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Claimen met wallet',
  wallet: 'Wallet',
  chooseWallet: 'Kies een wallet',
  noWallet: 'Geen wallet gevonden',
  getWallet: 'Installeer er een, of open deze pagina in de browser van je wallet.',
  confirm: 'Bevestig in je wallet.',
  declined: 'Je hebt in je wallet nee gezegd. Er is niets verstuurd.',
  wrongChain: 'Zet je wallet op {chain}.',
  walletChanged: 'Je wallet is veranderd. Bevestig nog een keer.',
  walletBroken: 'De wallet antwoordde niet zoals het hoort.',
  transaction: 'Hash van de transactie',
  transactionInvalid: 'Geen hash van een transactie. Kopieer hem nog een keer.',
  confirming: 'De keten is dit nog aan het bevestigen.',
} satisfies Partial<OnchainMessages>;
