import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'वॉलेट से पाएँ',
  wallet: 'वॉलेट',
  chooseWallet: 'वॉलेट चुनें',
  noWallet: 'कोई वॉलेट नहीं मिला',
  getWallet: 'एक इंस्टॉल करें, या यह पेज अपने वॉलेट के ब्राउज़र में खोलें।',
  confirm: 'अपने वॉलेट में पुष्टि करें।',
  declined: 'आपने वॉलेट में मना कर दिया। कुछ नहीं भेजा गया।',
  wrongChain: 'अपना वॉलेट {chain} पर बदलें।',
  walletChanged: 'आपका वॉलेट बदल गया है। कृपया फिर से पुष्टि करें।',
  walletBroken: 'वॉलेट ने ठीक से जवाब नहीं दिया।',
  transaction: 'लेनदेन का हैश',
  transactionInvalid: 'यह लेनदेन का हैश नहीं है। फिर से कॉपी करें।',
  confirming: 'चेन अभी इसकी पुष्टि कर रही है।',
} satisfies Partial<OnchainMessages>;
