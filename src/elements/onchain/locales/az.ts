import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Cüzdanla alın',
  wallet: 'Cüzdan',
  chooseWallet: 'Cüzdan seçin',
  noWallet: 'Cüzdan tapılmadı',
  getWallet: 'Birini quraşdırın və ya bu səhifəni cüzdanınızın brauzerində açın.',
  confirm: 'Cüzdanınızda təsdiqləyin.',
  declined: 'Cüzdanınızda imtina etdiniz. Heç nə göndərilmədi.',
  wrongChain: 'Cüzdanınızı {chain} şəbəkəsinə keçirin.',
  walletChanged: 'Cüzdanınız dəyişdi. Lütfən, yenidən təsdiqləyin.',
  walletBroken: 'Cüzdan lazım olduğu kimi cavab vermədi.',
  transaction: 'Əməliyyat heşi',
  transactionInvalid: 'Bu, əməliyyat heşi deyil. Yenidən kopyalayın.',
  confirming: 'Zəncir bunu hələ təsdiqləyir.',
} satisfies Partial<OnchainMessages>;
