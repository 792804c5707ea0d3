import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'احصل عليه بالمحفظة',
  wallet: 'المحفظة',
  chooseWallet: 'اختر محفظة',
  noWallet: 'لم يُعثر على محفظة',
  getWallet: 'ثبّت واحدة، أو افتح هذه الصفحة في متصفح محفظتك.',
  confirm: 'أكّد في محفظتك.',
  declined: 'رفضتَ في محفظتك. لم يُرسل شيء.',
  wrongChain: 'بدّل محفظتك إلى {chain}.',
  walletChanged: 'تغيّرت محفظتك. من فضلك أكّد مرة أخرى.',
  walletBroken: 'لم تُجب المحفظة كما ينبغي.',
  transaction: 'رمز تجزئة المعاملة',
  transactionInvalid: 'ليس رمز تجزئة معاملة. انسخه مرة أخرى.',
  confirming: 'ما زالت السلسلة تؤكد هذا.',
} satisfies Partial<OnchainMessages>;
