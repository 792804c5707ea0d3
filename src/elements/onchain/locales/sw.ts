import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Dai kwa pochi',
  wallet: 'Pochi',
  chooseWallet: 'Chagua pochi',
  noWallet: 'Hakuna pochi iliyopatikana',
  getWallet: 'Sakinisha moja, au fungua ukurasa huu katika kivinjari cha pochi yako.',
  confirm: 'Thibitisha katika pochi yako.',
  declined: 'Umekataa katika pochi yako. Hakuna kilichotumwa.',
  wrongChain: 'Badilisha pochi yako iwe {chain}.',
  walletChanged: 'Pochi yako imebadilika. Tafadhali thibitisha tena.',
  walletBroken: 'Pochi haikujibu inavyotakiwa.',
  transaction: 'Heshi ya muamala',
  transactionInvalid: 'Si heshi ya muamala. Inakili tena.',
  confirming: 'Mnyororo bado unathibitisha hili.',
} satisfies Partial<OnchainMessages>;
