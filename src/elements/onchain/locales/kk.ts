import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Әмиянмен алу',
  wallet: 'Әмиян',
  chooseWallet: 'Әмиянды таңдаңыз',
  noWallet: 'Әмиян табылмады',
  getWallet: 'Біреуін орнатыңыз немесе бұл бетті әмияныңыздың браузерінде ашыңыз.',
  confirm: 'Әмияныңызда растаңыз.',
  declined: 'Әмияныңызда бас тарттыңыз. Ештеңе жіберілмеді.',
  wrongChain: 'Әмияныңызды {chain} желісіне ауыстырыңыз.',
  walletChanged: 'Әмияныңыз өзгерді. Қайта растаңыз.',
  walletBroken: 'Әмиян тиісінше жауап бермеді.',
  transaction: 'Транзакция хеші',
  transactionInvalid: 'Бұл транзакция хеші емес. Қайта көшіріңіз.',
  confirming: 'Тізбек мұны әлі растап жатыр.',
} satisfies Partial<OnchainMessages>;
