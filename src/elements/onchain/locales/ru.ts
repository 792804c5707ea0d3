import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Получить с кошельком',
  wallet: 'Кошелёк',
  chooseWallet: 'Выберите кошелёк',
  noWallet: 'Кошелёк не найден',
  getWallet: 'Установите его или откройте эту страницу в браузере своего кошелька.',
  confirm: 'Подтвердите в кошельке.',
  declined: 'В кошельке получен отказ. Ничего не отправлено.',
  wrongChain: 'Переключите кошелёк на {chain}.',
  walletChanged: 'Кошелёк изменился. Подтвердите ещё раз.',
  walletBroken: 'Кошелёк ответил не так, как должен.',
  transaction: 'Хеш транзакции',
  transactionInvalid: 'Это не хеш транзакции. Скопируйте его ещё раз.',
  confirming: 'Сеть ещё подтверждает это.',
} satisfies Partial<OnchainMessages>;
