import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Thola nge-wallet',
  wallet: 'I-wallet',
  chooseWallet: 'Khetha i-wallet',
  noWallet: 'Ayikho i-wallet etholakele',
  getWallet: 'Faka eyodwa, noma vula leli khasi kusiphequluli se-wallet yakho.',
  confirm: 'Qinisekisa ku-wallet yakho.',
  declined: 'Unqabile ku-wallet yakho. Akukho okuthunyelwe.',
  wrongChain: 'Shintshela i-wallet yakho ku-{chain}.',
  walletChanged: 'I-wallet yakho ishintshile. Sicela uqinisekise futhi.',
  walletBroken: 'I-wallet ayiphendulanga ngendlela efanele.',
  transaction: 'I-hash yokwenziwayo',
  transactionInvalid: 'Akuyona i-hash yokwenziwayo. Yikopishe futhi.',
  confirming: 'I-chain isaqinisekisa lokhu.',
} satisfies Partial<OnchainMessages>;
