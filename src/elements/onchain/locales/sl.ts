import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Prevzemi z denarnico',
  wallet: 'Denarnica',
  chooseWallet: 'Izberi denarnico',
  noWallet: 'Ni najdene denarnice',
  getWallet: 'Namesti jo ali odpri to stran v brskalniku svoje denarnice.',
  confirm: 'Potrdi v svoji denarnici.',
  declined: 'V denarnici je bilo zavrnjeno. Nič ni bilo poslano.',
  wrongChain: 'Preklopi denarnico na {chain}.',
  walletChanged: 'Tvoja denarnica se je spremenila. Potrdi znova.',
  walletBroken: 'Denarnica ni odgovorila, kot bi morala.',
  transaction: 'Zgoščena vrednost transakcije',
  transactionInvalid: 'To ni zgoščena vrednost transakcije. Kopiraj jo znova.',
  confirming: 'Veriga to še potrjuje.',
} satisfies Partial<OnchainMessages>;
