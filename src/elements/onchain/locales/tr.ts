import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Cüzdanla al',
  wallet: 'Cüzdan',
  chooseWallet: 'Bir cüzdan seç',
  noWallet: 'Cüzdan bulunamadı',
  getWallet: 'Bir tane kur veya bu sayfayı cüzdanının tarayıcısında aç.',
  confirm: 'Cüzdanında onayla.',
  declined: 'Cüzdanında reddettin. Hiçbir şey gönderilmedi.',
  wrongChain: 'Cüzdanını {chain} ağına geçir.',
  walletChanged: 'Cüzdanın değişti. Lütfen yeniden onayla.',
  walletBroken: 'Cüzdan gerektiği gibi yanıt vermedi.',
  transaction: 'İşlem özeti (hash)',
  transactionInvalid: 'Bu bir işlem özeti değil. Yeniden kopyala.',
  confirming: 'Zincir bunu hâlâ onaylıyor.',
} satisfies Partial<OnchainMessages>;
