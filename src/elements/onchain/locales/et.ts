import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Võta rahakotiga',
  wallet: 'Rahakott',
  chooseWallet: 'Vali rahakott',
  noWallet: 'Rahakotti ei leitud',
  getWallet: 'Paigalda mõni või ava see leht oma rahakoti brauseris.',
  confirm: 'Kinnita oma rahakotis.',
  declined: 'Keeldusid rahakotis. Midagi ei saadetud.',
  wrongChain: 'Lülita oma rahakott ahelale {chain}.',
  walletChanged: 'Su rahakott muutus. Palun kinnita uuesti.',
  walletBroken: 'Rahakott ei vastanud nii, nagu peaks.',
  transaction: 'Tehingu räsi',
  transactionInvalid: 'See pole tehingu räsi. Kopeeri see uuesti.',
  confirming: 'Ahel alles kinnitab seda.',
} satisfies Partial<OnchainMessages>;
