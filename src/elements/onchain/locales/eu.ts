import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Eskuratu zorroarekin',
  wallet: 'Zorroa',
  chooseWallet: 'Aukeratu zorro bat',
  noWallet: 'Ez da zorrorik aurkitu',
  getWallet: 'Instalatu bat, edo ireki orri hau zure zorroaren nabigatzailean.',
  confirm: 'Berretsi zure zorroan.',
  declined: 'Ezetz esan duzu zorroan. Ez da ezer bidali.',
  wrongChain: 'Aldatu zure zorroa {chain} katera.',
  walletChanged: 'Zure zorroa aldatu da. Berretsi berriro.',
  walletBroken: 'Zorroak ez du behar bezala erantzun.',
  transaction: 'Transakzioaren hasha',
  transactionInvalid: 'Ez da transakzio baten hasha. Kopiatu berriro.',
  confirming: 'Katea oraindik hau berresten ari da.',
} satisfies Partial<OnchainMessages>;
