import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'பணப்பை மூலம் பெறுக',
  wallet: 'பணப்பை',
  chooseWallet: 'பணப்பையைத் தேர்ந்தெடுக்கவும்',
  noWallet: 'பணப்பை எதுவும் இல்லை',
  getWallet: 'ஒன்றை நிறுவவும், அல்லது இந்தப் பக்கத்தை உங்கள் பணப்பையின் உலாவியில் திறக்கவும்.',
  confirm: 'உங்கள் பணப்பையில் உறுதிசெய்யவும்.',
  declined: 'பணப்பையில் மறுத்துவிட்டீர்கள். எதுவும் அனுப்பப்படவில்லை.',
  wrongChain: 'உங்கள் பணப்பையை {chain}க்கு மாற்றவும்.',
  walletChanged: 'உங்கள் பணப்பை மாறிவிட்டது. மீண்டும் உறுதிசெய்யவும்.',
  walletBroken: 'பணப்பை சரியாகப் பதிலளிக்கவில்லை.',
  transaction: 'பரிவர்த்தனை ஹாஷ்',
  transactionInvalid: 'இது பரிவர்த்தனை ஹாஷ் அல்ல. மீண்டும் நகலெடுக்கவும்.',
  confirming: 'சங்கிலி இதை இன்னும் உறுதிசெய்கிறது.',
} satisfies Partial<OnchainMessages>;
