import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Земи со паричник',
  wallet: 'Паричник',
  chooseWallet: 'Избери паричник',
  noWallet: 'Нема најден паричник',
  getWallet: 'Инсталирај еден или отвори ја страницава во прелистувачот на твојот паричник.',
  confirm: 'Потврди во твојот паричник.',
  declined: 'Одби во паричникот. Ништо не е испратено.',
  wrongChain: 'Префрли го паричникот на {chain}.',
  walletChanged: 'Твојот паричник се смени. Потврди повторно.',
  walletBroken: 'Паричникот не одговори како што треба.',
  transaction: 'Хеш на трансакцијата',
  transactionInvalid: 'Ова не е хеш на трансакција. Ископирај го повторно.',
  confirming: 'Синџирот сѐ уште го потврдува ова.',
} satisfies Partial<OnchainMessages>;
