import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Átvétel tárcával',
  wallet: 'Tárca',
  chooseWallet: 'Válassz tárcát',
  noWallet: 'Nem található tárca',
  getWallet: 'Telepíts egyet, vagy nyisd meg ezt az oldalt a tárcád böngészőjében.',
  confirm: 'Erősítsd meg a tárcádban.',
  declined: 'A tárcádban elutasítottad. Semmi sem lett elküldve.',
  wrongChain: 'Válts a tárcádban erre: {chain}.',
  walletChanged: 'A tárcád megváltozott. Kérjük, erősítsd meg újra.',
  walletBroken: 'A tárca nem úgy válaszolt, ahogy kellett volna.',
  transaction: 'A tranzakció hash-e',
  transactionInvalid: 'Ez nem egy tranzakció hash-e. Másold ki újra.',
  confirming: 'A lánc még megerősíti ezt.',
} satisfies Partial<OnchainMessages>;
