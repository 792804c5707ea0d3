import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'მიღება საფულით',
  wallet: 'საფულე',
  chooseWallet: 'აირჩიე საფულე',
  noWallet: 'საფულე ვერ მოიძებნა',
  getWallet: 'დააყენე ან გახსენი ეს გვერდი შენი საფულის ბრაუზერში.',
  confirm: 'დაადასტურე შენს საფულეში.',
  declined: 'საფულეში უარი თქვი. არაფერი გაგზავნილა.',
  wrongChain: 'გადართე საფულე ქსელზე {chain}.',
  walletChanged: 'შენი საფულე შეიცვალა. გთხოვ, ხელახლა დაადასტურე.',
  walletBroken: 'საფულემ სათანადოდ არ უპასუხა.',
  transaction: 'ტრანზაქციის ჰეში',
  transactionInvalid: 'ეს ტრანზაქციის ჰეში არ არის. ხელახლა დააკოპირე.',
  confirming: 'ჯაჭვი ამას ჯერ კიდევ ადასტურებს.',
} satisfies Partial<OnchainMessages>;
