import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'वालेटले लिनुहोस्',
  wallet: 'वालेट',
  chooseWallet: 'वालेट छान्नुहोस्',
  noWallet: 'कुनै वालेट भेटिएन',
  getWallet: 'एउटा स्थापना गर्नुहोस्, वा यो पृष्ठ आफ्नो वालेटको ब्राउजरमा खोल्नुहोस्।',
  confirm: 'आफ्नो वालेटमा पुष्टि गर्नुहोस्।',
  declined: 'तपाईंले वालेटमा अस्वीकार गर्नुभयो। केही पठाइएन।',
  wrongChain: 'आफ्नो वालेट {chain} मा बदल्नुहोस्।',
  walletChanged: 'तपाईंको वालेट बदलियो। कृपया फेरि पुष्टि गर्नुहोस्।',
  walletBroken: 'वालेटले ठीकसँग जवाफ दिएन।',
  transaction: 'कारोबारको ह्यास',
  transactionInvalid: 'यो कारोबारको ह्यास होइन। फेरि प्रतिलिपि गर्नुहोस्।',
  confirming: 'चेनले अझै यो पुष्टि गर्दैछ।',
} satisfies Partial<OnchainMessages>;
