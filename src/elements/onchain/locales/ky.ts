import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Капчык менен алуу',
  wallet: 'Капчык',
  chooseWallet: 'Капчык тандаңыз',
  noWallet: 'Капчык табылган жок',
  getWallet: 'Бирөөнү орнотуңуз же бул баракты капчыгыңыздын браузеринде ачыңыз.',
  confirm: 'Капчыгыңызда ырастаңыз.',
  declined: 'Капчыгыңызда баш тарттыңыз. Эч нерсе жөнөтүлгөн жок.',
  wrongChain: 'Капчыгыңызды {chain} тармагына которуңуз.',
  walletChanged: 'Капчыгыңыз өзгөрдү. Кайра ырастаңыз.',
  walletBroken: 'Капчык тийиштүүдөй жооп берген жок.',
  transaction: 'Транзакция хеши',
  transactionInvalid: 'Бул транзакция хеши эмес. Кайра көчүрүңүз.',
  confirming: 'Чынжыр муну дагы эле ырастап жатат.',
} satisfies Partial<OnchainMessages>;
