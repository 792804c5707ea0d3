import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: '用錢包領取',
  wallet: '錢包',
  chooseWallet: '選擇錢包',
  noWallet: '找不到錢包',
  getWallet: '請安裝一個，或在你的錢包瀏覽器中開啟此頁面。',
  confirm: '請在你的錢包中確認。',
  declined: '你在錢包中拒絕了。沒有送出任何內容。',
  wrongChain: '請將錢包切換到 {chain}。',
  walletChanged: '你的錢包已變更。請再次確認。',
  walletBroken: '錢包沒有正確回應。',
  transaction: '交易雜湊值',
  transactionInvalid: '這不是交易雜湊值。請重新複製。',
  confirming: '鏈仍在確認。',
} satisfies Partial<OnchainMessages>;
