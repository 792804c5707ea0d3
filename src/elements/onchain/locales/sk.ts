import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Získať s peňaženkou',
  wallet: 'Peňaženka',
  chooseWallet: 'Vyber peňaženku',
  noWallet: 'Nenašla sa žiadna peňaženka',
  getWallet: 'Nainštaluj si ju alebo otvor túto stránku v prehliadači svojej peňaženky.',
  confirm: 'Potvrď to vo svojej peňaženke.',
  declined: 'V peňaženke to bolo odmietnuté. Nič sa neodoslalo.',
  wrongChain: 'Prepni svoju peňaženku na {chain}.',
  walletChanged: 'Tvoja peňaženka sa zmenila. Potvrď to znova.',
  walletBroken: 'Peňaženka neodpovedala, ako má.',
  transaction: 'Hash transakcie',
  transactionInvalid: 'To nie je hash transakcie. Skopíruj ho znova.',
  confirming: 'Reťazec to ešte potvrdzuje.',
} satisfies Partial<OnchainMessages>;
