import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Вземи с портфейл',
  wallet: 'Портфейл',
  chooseWallet: 'Избери портфейл',
  noWallet: 'Няма намерен портфейл',
  getWallet: 'Инсталирай такъв или отвори тази страница в браузъра на портфейла си.',
  confirm: 'Потвърди в портфейла си.',
  declined: 'Отказа в портфейла си. Нищо не е изпратено.',
  wrongChain: 'Превключи портфейла си на {chain}.',
  walletChanged: 'Портфейлът ти се промени. Моля, потвърди отново.',
  walletBroken: 'Портфейлът не отговори както трябва.',
  transaction: 'Хеш на транзакцията',
  transactionInvalid: 'Това не е хеш на транзакция. Копирай го отново.',
  confirming: 'Веригата още потвърждава това.',
} satisfies Partial<OnchainMessages>;
