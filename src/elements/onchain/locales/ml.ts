import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'വാലറ്റ് ഉപയോഗിച്ച് നേടുക',
  wallet: 'വാലറ്റ്',
  chooseWallet: 'ഒരു വാലറ്റ് തിരഞ്ഞെടുക്കുക',
  noWallet: 'വാലറ്റ് കണ്ടെത്തിയില്ല',
  getWallet: 'ഒരെണ്ണം ഇൻസ്റ്റാൾ ചെയ്യുക, അല്ലെങ്കിൽ ഈ പേജ് നിങ്ങളുടെ വാലറ്റിന്റെ ബ്രൗസറിൽ തുറക്കുക.',
  confirm: 'നിങ്ങളുടെ വാലറ്റിൽ സ്ഥിരീകരിക്കുക.',
  declined: 'നിങ്ങൾ വാലറ്റിൽ നിരസിച്ചു. ഒന്നും അയച്ചിട്ടില്ല.',
  wrongChain: 'നിങ്ങളുടെ വാലറ്റ് {chain} ലേക്ക് മാറ്റുക.',
  walletChanged: 'നിങ്ങളുടെ വാലറ്റ് മാറി. വീണ്ടും സ്ഥിരീകരിക്കുക.',
  walletBroken: 'വാലറ്റ് ശരിയായി മറുപടി നൽകിയില്ല.',
  transaction: 'ഇടപാടിന്റെ ഹാഷ്',
  transactionInvalid: 'ഇത് ഇടപാടിന്റെ ഹാഷ് അല്ല. വീണ്ടും പകർത്തുക.',
  confirming: 'ചെയിൻ ഇത് ഇപ്പോഴും സ്ഥിരീകരിക്കുന്നു.',
} satisfies Partial<OnchainMessages>;
