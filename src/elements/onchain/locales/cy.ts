import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Hawlio â waled',
  wallet: 'Waled',
  chooseWallet: 'Dewiswch waled',
  noWallet: 'Heb ganfod waled',
  getWallet: 'Gosodwch un, neu agorwch y dudalen hon ym mhorwr eich waled.',
  confirm: 'Cadarnhewch yn eich waled.',
  declined: 'Dywedoch na yn eich waled. Ni anfonwyd dim.',
  wrongChain: 'Newidiwch eich waled i {chain}.',
  walletChanged: 'Mae eich waled wedi newid. Cadarnhewch eto.',
  walletBroken: 'Nid atebodd y waled fel y dylai.',
  transaction: 'Hash y trafodyn',
  transactionInvalid: 'Nid hash trafodyn yw hwn. Copïwch ef eto.',
  confirming: 'Mae’r gadwyn yn dal i gadarnhau hyn.',
} satisfies Partial<OnchainMessages>;
