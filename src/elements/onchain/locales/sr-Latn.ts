import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Preuzmi novčanikom',
  wallet: 'Novčanik',
  chooseWallet: 'Izaberi novčanik',
  noWallet: 'Novčanik nije pronađen',
  getWallet: 'Instaliraj ga ili otvori ovu stranicu u pregledaču svog novčanika.',
  confirm: 'Potvrdi u svom novčaniku.',
  declined: 'U novčaniku je odbijeno. Ništa nije poslato.',
  wrongChain: 'Prebaci svoj novčanik na {chain}.',
  walletChanged: 'Tvoj novčanik se promenio. Potvrdi ponovo.',
  walletBroken: 'Novčanik nije odgovorio kako treba.',
  transaction: 'Heš transakcije',
  transactionInvalid: 'To nije heš transakcije. Kopiraj ga ponovo.',
  confirming: 'Lanac to još potvrđuje.',
} satisfies Partial<OnchainMessages>;
