import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Preni per monujo',
  wallet: 'Monujo',
  chooseWallet: 'Elektu monujon',
  noWallet: 'Neniu monujo trovita',
  getWallet: 'Instalu unu, aŭ malfermu ĉi tiun paĝon en la retumilo de via monujo.',
  confirm: 'Konfirmu en via monujo.',
  declined: 'Vi rifuzis en via monujo. Nenio estis sendita.',
  wrongChain: 'Ŝaltu vian monujon al {chain}.',
  walletChanged: 'Via monujo ŝanĝiĝis. Bonvolu konfirmi denove.',
  walletBroken: 'La monujo ne respondis kiel ĝi devus.',
  transaction: 'Haketo de transakcio',
  transactionInvalid: 'Ne haketo de transakcio. Kopiu ĝin denove.',
  confirming: 'La ĉeno ankoraŭ konfirmas ĉi tion.',
} satisfies Partial<OnchainMessages>;
