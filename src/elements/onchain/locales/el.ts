import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Λήψη με πορτοφόλι',
  wallet: 'Πορτοφόλι',
  chooseWallet: 'Διάλεξε πορτοφόλι',
  noWallet: 'Δεν βρέθηκε πορτοφόλι',
  getWallet: 'Εγκατάστησε ένα ή άνοιξε αυτή τη σελίδα στον περιηγητή του πορτοφολιού σου.',
  confirm: 'Επιβεβαίωσε στο πορτοφόλι σου.',
  declined: 'Αρνήθηκες στο πορτοφόλι σου. Δεν στάλθηκε τίποτα.',
  wrongChain: 'Άλλαξε το πορτοφόλι σου σε {chain}.',
  walletChanged: 'Το πορτοφόλι σου άλλαξε. Επιβεβαίωσε ξανά.',
  walletBroken: 'Το πορτοφόλι δεν απάντησε όπως έπρεπε.',
  transaction: 'Hash συναλλαγής',
  transactionInvalid: 'Δεν είναι hash συναλλαγής. Αντίγραψέ το ξανά.',
  confirming: 'Η αλυσίδα το επιβεβαιώνει ακόμα.',
} satisfies Partial<OnchainMessages>;
