import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Kunin gamit ang wallet',
  wallet: 'Wallet',
  chooseWallet: 'Pumili ng wallet',
  noWallet: 'Walang nahanap na wallet',
  getWallet: 'Mag-install ng isa, o buksan ang pahinang ito sa browser ng wallet mo.',
  confirm: 'Kumpirmahin sa wallet mo.',
  declined: 'Tumanggi ka sa wallet mo. Walang naipadala.',
  wrongChain: 'Ilipat ang wallet mo sa {chain}.',
  walletChanged: 'Nagbago ang wallet mo. Pakikumpirma ulit.',
  walletBroken: 'Hindi sumagot nang tama ang wallet.',
  transaction: 'Hash ng transaksyon',
  transactionInvalid: 'Hindi ito hash ng transaksyon. Kopyahin ulit.',
  confirming: 'Kinukumpirma pa ito ng chain.',
} satisfies Partial<OnchainMessages>;
