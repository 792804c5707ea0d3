import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Hamyon bilan olish',
  wallet: 'Hamyon',
  chooseWallet: 'Hamyon tanlang',
  noWallet: 'Hamyon topilmadi',
  getWallet: 'Birini oʻrnating yoki bu sahifani hamyoningiz brauzerida oching.',
  confirm: 'Hamyoningizda tasdiqlang.',
  declined: 'Hamyoningizda rad etdingiz. Hech narsa yuborilmadi.',
  wrongChain: 'Hamyoningizni {chain} tarmogʻiga oʻtkazing.',
  walletChanged: 'Hamyoningiz oʻzgardi. Qayta tasdiqlang.',
  walletBroken: 'Hamyon kerakli javobni bermadi.',
  transaction: 'Tranzaksiya xeshi',
  transactionInvalid: 'Bu tranzaksiya xeshi emas. Qayta nusxalang.',
  confirming: 'Zanjir buni hali tasdiqlamoqda.',
} satisfies Partial<OnchainMessages>;
