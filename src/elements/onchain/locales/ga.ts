import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Faigh le sparán',
  wallet: 'Sparán',
  chooseWallet: 'Roghnaigh sparán',
  noWallet: 'Níor aimsíodh sparán',
  getWallet: 'Suiteáil ceann, nó oscail an leathanach seo i mbrabhsálaí do sparáin.',
  confirm: 'Deimhnigh i do sparán.',
  declined: 'Dhiúltaigh tú i do sparán. Níor seoladh aon rud.',
  wrongChain: 'Athraigh do sparán go {chain}.',
  walletChanged: 'D’athraigh do sparán. Deimhnigh arís le do thoil.',
  walletBroken: 'Níor fhreagair an sparán mar ba chóir.',
  transaction: 'Hais an idirbhirt',
  transactionInvalid: 'Ní hais idirbhirt é seo. Cóipeáil arís é.',
  confirming: 'Tá an slabhra fós á dheimhniú seo.',
} satisfies Partial<OnchainMessages>;
