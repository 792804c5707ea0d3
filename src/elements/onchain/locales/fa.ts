import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'دریافت با کیف پول',
  wallet: 'کیف پول',
  chooseWallet: 'یک کیف پول انتخاب کنید',
  noWallet: 'کیف پولی پیدا نشد',
  getWallet: 'یکی نصب کنید، یا این صفحه را در مرورگر کیف پول خود باز کنید.',
  confirm: 'در کیف پول خود تأیید کنید.',
  declined: 'در کیف پول خود نپذیرفتید. چیزی فرستاده نشد.',
  wrongChain: 'کیف پول خود را به {chain} تغییر دهید.',
  walletChanged: 'کیف پول شما تغییر کرد. لطفاً دوباره تأیید کنید.',
  walletBroken: 'کیف پول درست پاسخ نداد.',
  transaction: 'هش تراکنش',
  transactionInvalid: 'این هش تراکنش نیست. دوباره کپی کنید.',
  confirming: 'زنجیره هنوز در حال تأیید این است.',
} satisfies Partial<OnchainMessages>;
