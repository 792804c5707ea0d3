import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Gauti su pinigine',
  wallet: 'Piniginė',
  chooseWallet: 'Pasirink piniginę',
  noWallet: 'Piniginė nerasta',
  getWallet: 'Įdiek piniginę arba atverk šį puslapį jos naršyklėje.',
  confirm: 'Patvirtink savo piniginėje.',
  declined: 'Piniginėje atsisakei. Nieko neišsiųsta.',
  wrongChain: 'Perjunk savo piniginę į {chain}.',
  walletChanged: 'Tavo piniginė pasikeitė. Patvirtink dar kartą.',
  walletBroken: 'Piniginė atsakė ne taip, kaip turėtų.',
  transaction: 'Operacijos maiša',
  transactionInvalid: 'Tai ne operacijos maiša. Nukopijuok ją dar kartą.',
  confirming: 'Grandinė tai dar tvirtina.',
} satisfies Partial<OnchainMessages>;
