import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Sækja með veski',
  wallet: 'Veski',
  chooseWallet: 'Veldu veski',
  noWallet: 'Ekkert veski fannst',
  getWallet: 'Settu eitt upp, eða opnaðu þessa síðu í vafra veskisins.',
  confirm: 'Staðfestu í veskinu þínu.',
  declined: 'Þú hafnaðir í veskinu. Ekkert var sent.',
  wrongChain: 'Skiptu veskinu yfir á {chain}.',
  walletChanged: 'Veskið þitt breyttist. Staðfestu aftur.',
  walletBroken: 'Veskið svaraði ekki eins og það á að gera.',
  transaction: 'Tætigildi færslu',
  transactionInvalid: 'Þetta er ekki tætigildi færslu. Afritaðu það aftur.',
  confirming: 'Keðjan er enn að staðfesta þetta.',
} satisfies Partial<OnchainMessages>;
