import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Merre me portofol',
  wallet: 'Portofoli',
  chooseWallet: 'Zgjidh një portofol',
  noWallet: 'Nuk u gjet portofol',
  getWallet: 'Instalo një, ose hape këtë faqe në shfletuesin e portofolit tënd.',
  confirm: 'Konfirmo në portofolin tënd.',
  declined: 'Refuzove në portofol. Asgjë nuk u dërgua.',
  wrongChain: 'Kaloje portofolin në {chain}.',
  walletChanged: 'Portofoli yt ka ndryshuar. Të lutem konfirmo përsëri.',
  walletBroken: 'Portofoli nuk u përgjigj siç duhet.',
  transaction: 'Hash-i i transaksionit',
  transactionInvalid: 'Nuk është hash transaksioni. Kopjoje përsëri.',
  confirming: 'Zinxhiri po e konfirmon ende këtë.',
} satisfies Partial<OnchainMessages>;
