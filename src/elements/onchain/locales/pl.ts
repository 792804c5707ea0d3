import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Odbierz portfelem',
  wallet: 'Portfel',
  chooseWallet: 'Wybierz portfel',
  noWallet: 'Nie znaleziono portfela',
  getWallet: 'Zainstaluj go lub otwórz tę stronę w przeglądarce swojego portfela.',
  confirm: 'Potwierdź w swoim portfelu.',
  declined: 'Odmówiono w portfelu. Nic nie wysłano.',
  wrongChain: 'Przełącz swój portfel na {chain}.',
  walletChanged: 'Twój portfel się zmienił. Potwierdź jeszcze raz.',
  walletBroken: 'Portfel nie odpowiedział tak, jak powinien.',
  transaction: 'Hash transakcji',
  transactionInvalid: 'To nie jest hash transakcji. Skopiuj go jeszcze raz.',
  confirming: 'Łańcuch jeszcze to potwierdza.',
} satisfies Partial<OnchainMessages>;
