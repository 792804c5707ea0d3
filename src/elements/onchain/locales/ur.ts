import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'والیٹ سے حاصل کریں',
  wallet: 'والیٹ',
  chooseWallet: 'والیٹ منتخب کریں',
  noWallet: 'کوئی والیٹ نہیں ملا',
  getWallet: 'ایک انسٹال کریں، یا یہ صفحہ اپنے والیٹ کے براؤزر میں کھولیں۔',
  confirm: 'اپنے والیٹ میں تصدیق کریں۔',
  declined: 'آپ نے والیٹ میں انکار کیا۔ کچھ نہیں بھیجا گیا۔',
  wrongChain: 'اپنا والیٹ {chain} پر بدلیں۔',
  walletChanged: 'آپ کا والیٹ بدل گیا ہے۔ براہ کرم دوبارہ تصدیق کریں۔',
  walletBroken: 'والیٹ نے ٹھیک جواب نہیں دیا۔',
  transaction: 'لین دین کا ہیش',
  transactionInvalid: 'یہ لین دین کا ہیش نہیں۔ دوبارہ نقل کریں۔',
  confirming: 'چین ابھی اس کی تصدیق کر رہی ہے۔',
} satisfies Partial<OnchainMessages>;
