import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'በዋሌት ይውሰዱ',
  wallet: 'ዋሌት',
  chooseWallet: 'ዋሌት ይምረጡ',
  noWallet: 'ምንም ዋሌት አልተገኘም',
  getWallet: 'አንድ ይጫኑ፣ ወይም ይህን ገጽ በዋሌትዎ አሳሽ ይክፈቱ።',
  confirm: 'በዋሌትዎ ውስጥ ያረጋግጡ።',
  declined: 'በዋሌትዎ ውስጥ አልተቀበሉም። ምንም አልተላከም።',
  wrongChain: 'ዋሌትዎን ወደ {chain} ይቀይሩ።',
  walletChanged: 'ዋሌትዎ ተቀይሯል። እባክዎ እንደገና ያረጋግጡ።',
  walletBroken: 'ዋሌቱ እንደሚገባ አልመለሰም።',
  transaction: 'የግብይት ሃሽ',
  transactionInvalid: 'የግብይት ሃሽ አይደለም። እንደገና ይቅዱት።',
  confirming: 'ሰንሰለቱ ይህን ገና እያረጋገጠ ነው።',
} satisfies Partial<OnchainMessages>;
