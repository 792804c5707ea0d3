import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Отримати з гаманцем',
  wallet: 'Гаманець',
  chooseWallet: 'Виберіть гаманець',
  noWallet: 'Гаманець не знайдено',
  getWallet: 'Встановіть його або відкрийте цю сторінку в браузері свого гаманця.',
  confirm: 'Підтвердьте у своєму гаманці.',
  declined: 'У гаманці відмовлено. Нічого не надіслано.',
  wrongChain: 'Перемкніть гаманець на {chain}.',
  walletChanged: 'Гаманець змінився. Підтвердьте ще раз.',
  walletBroken: 'Гаманець відповів не так, як мав.',
  transaction: 'Хеш транзакції',
  transactionInvalid: 'Це не хеш транзакції. Скопіюйте його ще раз.',
  confirming: 'Мережа ще підтверджує це.',
} satisfies Partial<OnchainMessages>;
