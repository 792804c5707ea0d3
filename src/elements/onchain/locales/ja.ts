import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'ウォレットで受け取る',
  wallet: 'ウォレット',
  chooseWallet: 'ウォレットを選択',
  noWallet: 'ウォレットが見つかりません',
  getWallet: 'インストールするか、このページをウォレットのブラウザーで開いてください。',
  confirm: 'ウォレットで承認してください。',
  declined: 'ウォレットで拒否されました。何も送信されていません。',
  wrongChain: 'ウォレットを {chain} に切り替えてください。',
  walletChanged: 'ウォレットが変わりました。もう一度承認してください。',
  walletBroken: 'ウォレットが正しく応答しませんでした。',
  transaction: 'トランザクションハッシュ',
  transactionInvalid: 'トランザクションハッシュではありません。コピーし直してください。',
  confirming: 'チェーンがまだ確認しています。',
} satisfies Partial<OnchainMessages>;
