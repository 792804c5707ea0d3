import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'ਵਾਲਿਟ ਨਾਲ ਲਓ',
  wallet: 'ਵਾਲਿਟ',
  chooseWallet: 'ਵਾਲਿਟ ਚੁਣੋ',
  noWallet: 'ਕੋਈ ਵਾਲਿਟ ਨਹੀਂ ਮਿਲਿਆ',
  getWallet: 'ਇੱਕ ਇੰਸਟਾਲ ਕਰੋ, ਜਾਂ ਇਹ ਪੰਨਾ ਆਪਣੇ ਵਾਲਿਟ ਦੇ ਬ੍ਰਾਊਜ਼ਰ ਵਿੱਚ ਖੋਲ੍ਹੋ।',
  confirm: 'ਆਪਣੇ ਵਾਲਿਟ ਵਿੱਚ ਪੁਸ਼ਟੀ ਕਰੋ।',
  declined: 'ਤੁਸੀਂ ਵਾਲਿਟ ਵਿੱਚ ਨਾਂਹ ਕੀਤੀ। ਕੁਝ ਨਹੀਂ ਭੇਜਿਆ ਗਿਆ।',
  wrongChain: 'ਆਪਣਾ ਵਾਲਿਟ {chain} ’ਤੇ ਬਦਲੋ।',
  walletChanged: 'ਤੁਹਾਡਾ ਵਾਲਿਟ ਬਦਲ ਗਿਆ ਹੈ। ਕਿਰਪਾ ਕਰਕੇ ਦੁਬਾਰਾ ਪੁਸ਼ਟੀ ਕਰੋ।',
  walletBroken: 'ਵਾਲਿਟ ਨੇ ਠੀਕ ਜਵਾਬ ਨਹੀਂ ਦਿੱਤਾ।',
  transaction: 'ਲੈਣ-ਦੇਣ ਦਾ ਹੈਸ਼',
  transactionInvalid: 'ਇਹ ਲੈਣ-ਦੇਣ ਦਾ ਹੈਸ਼ ਨਹੀਂ। ਦੁਬਾਰਾ ਕਾਪੀ ਕਰੋ।',
  confirming: 'ਚੇਨ ਅਜੇ ਇਸਦੀ ਪੁਸ਼ਟੀ ਕਰ ਰਹੀ ਹੈ।',
} satisfies Partial<OnchainMessages>;
