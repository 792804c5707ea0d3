import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'ওয়ালেট দিয়ে নিন',
  wallet: 'ওয়ালেট',
  chooseWallet: 'একটি ওয়ালেট বেছে নিন',
  noWallet: 'কোনো ওয়ালেট পাওয়া যায়নি',
  getWallet: 'একটি ইনস্টল করুন, অথবা আপনার ওয়ালেটের ব্রাউজারে এই পাতাটি খুলুন।',
  confirm: 'আপনার ওয়ালেটে নিশ্চিত করুন।',
  declined: 'আপনি ওয়ালেটে না বলেছেন। কিছুই পাঠানো হয়নি।',
  wrongChain: 'আপনার ওয়ালেট {chain}-এ বদলান।',
  walletChanged: 'আপনার ওয়ালেট বদলে গেছে। আবার নিশ্চিত করুন।',
  walletBroken: 'ওয়ালেটটি ঠিকমতো উত্তর দেয়নি।',
  transaction: 'লেনদেনের হ্যাশ',
  transactionInvalid: 'এটি লেনদেনের হ্যাশ নয়। আবার কপি করুন।',
  confirming: 'চেইনটি এখনো এটি নিশ্চিত করছে।',
} satisfies Partial<OnchainMessages>;
