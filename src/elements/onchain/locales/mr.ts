import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'वॉलेटने मिळवा',
  wallet: 'वॉलेट',
  chooseWallet: 'वॉलेट निवडा',
  noWallet: 'वॉलेट सापडले नाही',
  getWallet: 'एखादे इन्स्टॉल करा, किंवा हे पान तुमच्या वॉलेटच्या ब्राउझरमध्ये उघडा.',
  confirm: 'तुमच्या वॉलेटमध्ये पुष्टी करा.',
  declined: 'तुम्ही वॉलेटमध्ये नकार दिला. काहीही पाठवले नाही.',
  wrongChain: 'तुमचे वॉलेट {chain} वर बदला.',
  walletChanged: 'तुमचे वॉलेट बदलले आहे. कृपया पुन्हा पुष्टी करा.',
  walletBroken: 'वॉलेटने नीट उत्तर दिले नाही.',
  transaction: 'व्यवहाराचा हॅश',
  transactionInvalid: 'हा व्यवहाराचा हॅश नाही. पुन्हा कॉपी करा.',
  confirming: 'चेन अजून याची पुष्टी करत आहे.',
} satisfies Partial<OnchainMessages>;
