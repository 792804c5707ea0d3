import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Preuzmi novčanikom',
  wallet: 'Novčanik',
  chooseWallet: 'Odaberi novčanik',
  noWallet: 'Nije pronađen novčanik',
  getWallet: 'Instaliraj ga ili otvori ovu stranicu u pregledniku svog novčanika.',
  confirm: 'Potvrdi u svom novčaniku.',
  declined: 'U novčaniku je odbijeno. Ništa nije poslano.',
  wrongChain: 'Prebaci svoj novčanik na {chain}.',
  walletChanged: 'Tvoj se novčanik promijenio. Potvrdi ponovno.',
  walletBroken: 'Novčanik nije odgovorio kako treba.',
  transaction: 'Hash transakcije',
  transactionInvalid: 'To nije hash transakcije. Kopiraj ga ponovno.',
  confirming: 'Lanac to još potvrđuje.',
} satisfies Partial<OnchainMessages>;
