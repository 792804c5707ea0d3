import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Ստանալ դրամապանակով',
  wallet: 'Դրամապանակ',
  chooseWallet: 'Ընտրեք դրամապանակ',
  noWallet: 'Դրամապանակ չի գտնվել',
  getWallet: 'Տեղադրեք որևէ մեկը կամ բացեք այս էջը ձեր դրամապանակի դիտարկիչում։',
  confirm: 'Հաստատեք ձեր դրամապանակում։',
  declined: 'Դուք մերժեցիք դրամապանակում։ Ոչինչ չի ուղարկվել։',
  wrongChain: 'Դրամապանակը փոխեք {chain} ցանցի։',
  walletChanged: 'Ձեր դրամապանակը փոխվել է։ Խնդրում ենք կրկին հաստատել։',
  walletBroken: 'Դրամապանակը պատշաճ չպատասխանեց։',
  transaction: 'Գործարքի հեշ',
  transactionInvalid: 'Սա գործարքի հեշ չէ։ Կրկին պատճենեք։',
  confirming: 'Շղթան դեռ հաստատում է սա։',
} satisfies Partial<OnchainMessages>;
