import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: '用钱包领取',
  wallet: '钱包',
  chooseWallet: '选择钱包',
  noWallet: '未找到钱包',
  getWallet: '请安装一个，或在你的钱包浏览器中打开此页面。',
  confirm: '请在你的钱包中确认。',
  declined: '你在钱包中拒绝了。没有发送任何内容。',
  wrongChain: '请将钱包切换到 {chain}。',
  walletChanged: '你的钱包已变更。请再次确认。',
  walletBroken: '钱包没有正确回应。',
  transaction: '交易哈希',
  transactionInvalid: '这不是交易哈希。请重新复制。',
  confirming: '链仍在确认。',
} satisfies Partial<OnchainMessages>;
