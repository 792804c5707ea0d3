import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Преузми новчаником',
  wallet: 'Новчаник',
  chooseWallet: 'Изабери новчаник',
  noWallet: 'Новчаник није пронађен',
  getWallet: 'Инсталирај га или отвори ову страницу у прегледачу свог новчаника.',
  confirm: 'Потврди у свом новчанику.',
  declined: 'У новчанику је одбијено. Ништа није послато.',
  wrongChain: 'Пребаци свој новчаник на {chain}.',
  walletChanged: 'Твој новчаник се променио. Потврди поново.',
  walletBroken: 'Новчаник није одговорио како треба.',
  transaction: 'Хеш трансакције',
  transactionInvalid: 'То није хеш трансакције. Копирај га поново.',
  confirming: 'Ланац то још потврђује.',
} satisfies Partial<OnchainMessages>;
