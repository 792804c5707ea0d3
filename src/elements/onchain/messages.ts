/** The English texts of `<rewards-onchain>`, besides those that it shares with the other elements. `{…}` stands for a value. */
export const onchainEnglish = {
  claimOnchain: 'Claim with wallet',
  wallet: 'Wallet',
  chooseWallet: 'Choose a wallet',
  noWallet: 'No wallet found',
  getWallet: 'Install one, or open this page in your wallet’s browser.',
  confirm: 'Confirm in your wallet.',
  declined: 'You said no in your wallet. Nothing was sent.',
  wrongChain: 'Switch your wallet to {chain}.',
  walletChanged: 'Your wallet has changed. Please confirm again.',
  walletBroken: 'The wallet did not answer as it should.',
  transaction: 'Transaction hash',
  transactionInvalid: 'Not a transaction hash. Copy it again.',
  confirming: 'The chain is still confirming this.',
};

export type OnchainMessages = typeof onchainEnglish;
