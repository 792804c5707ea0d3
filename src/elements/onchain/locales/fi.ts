import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Lunasta lompakolla',
  wallet: 'Lompakko',
  chooseWallet: 'Valitse lompakko',
  noWallet: 'Lompakkoa ei löytynyt',
  getWallet: 'Asenna lompakko tai avaa tämä sivu lompakkosi selaimessa.',
  confirm: 'Vahvista lompakossasi.',
  declined: 'Kieltäydyit lompakossasi. Mitään ei lähetetty.',
  wrongChain: 'Vaihda lompakkosi ketjuun {chain}.',
  walletChanged: 'Lompakkosi vaihtui. Vahvista uudelleen.',
  walletBroken: 'Lompakko ei vastannut niin kuin pitäisi.',
  transaction: 'Tapahtuman tiiviste',
  transactionInvalid: 'Tämä ei ole tapahtuman tiiviste. Kopioi se uudelleen.',
  confirming: 'Ketju vahvistaa tätä vielä.',
} satisfies Partial<OnchainMessages>;
