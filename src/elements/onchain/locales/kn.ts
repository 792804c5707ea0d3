import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'ವಾಲೆಟ್‌ನಿಂದ ಪಡೆಯಿರಿ',
  wallet: 'ವಾಲೆಟ್',
  chooseWallet: 'ವಾಲೆಟ್ ಆಯ್ಕೆಮಾಡಿ',
  noWallet: 'ಯಾವುದೇ ವಾಲೆಟ್ ಸಿಗಲಿಲ್ಲ',
  getWallet: 'ಒಂದನ್ನು ಸ್ಥಾಪಿಸಿ, ಅಥವಾ ಈ ಪುಟವನ್ನು ನಿಮ್ಮ ವಾಲೆಟ್‌ನ ಬ್ರೌಸರ್‌ನಲ್ಲಿ ತೆರೆಯಿರಿ.',
  confirm: 'ನಿಮ್ಮ ವಾಲೆಟ್‌ನಲ್ಲಿ ದೃಢೀಕರಿಸಿ.',
  declined: 'ನೀವು ವಾಲೆಟ್‌ನಲ್ಲಿ ನಿರಾಕರಿಸಿದಿರಿ. ಏನನ್ನೂ ಕಳುಹಿಸಿಲ್ಲ.',
  wrongChain: 'ನಿಮ್ಮ ವಾಲೆಟ್ ಅನ್ನು {chain} ಗೆ ಬದಲಿಸಿ.',
  walletChanged: 'ನಿಮ್ಮ ವಾಲೆಟ್ ಬದಲಾಗಿದೆ. ದಯವಿಟ್ಟು ಮತ್ತೆ ದೃಢೀಕರಿಸಿ.',
  walletBroken: 'ವಾಲೆಟ್ ಸರಿಯಾಗಿ ಉತ್ತರಿಸಲಿಲ್ಲ.',
  transaction: 'ವಹಿವಾಟಿನ ಹ್ಯಾಶ್',
  transactionInvalid: 'ಇದು ವಹಿವಾಟಿನ ಹ್ಯಾಶ್ ಅಲ್ಲ. ಮತ್ತೆ ನಕಲಿಸಿ.',
  confirming: 'ಚೈನ್ ಇನ್ನೂ ಇದನ್ನು ದೃಢೀಕರಿಸುತ್ತಿದೆ.',
} satisfies Partial<OnchainMessages>;
