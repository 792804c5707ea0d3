import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Ikseb bil-kartiera',
  wallet: 'Kartiera',
  chooseWallet: 'Agħżel kartiera',
  noWallet: 'Ma nstabet l-ebda kartiera',
  getWallet: 'Installa waħda, jew iftaħ din il-paġna fil-browser tal-kartiera tiegħek.',
  confirm: 'Ikkonferma fil-kartiera tiegħek.',
  declined: 'Għidt le fil-kartiera. Ma ntbagħat xejn.',
  wrongChain: 'Aqleb il-kartiera tiegħek għal {chain}.',
  walletChanged: 'Il-kartiera tiegħek inbidlet. Jekk jogħġbok erġa’ kkonferma.',
  walletBroken: 'Il-kartiera ma weġbitx kif suppost.',
  transaction: 'Hash tat-tranżazzjoni',
  transactionInvalid: 'Dan mhux hash ta’ tranżazzjoni. Erġa’ kkopjah.',
  confirming: 'Il-katina għadha qed tikkonferma dan.',
} satisfies Partial<OnchainMessages>;
