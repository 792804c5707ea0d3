import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Saņemt ar maku',
  wallet: 'Maks',
  chooseWallet: 'Izvēlies maku',
  noWallet: 'Maks nav atrasts',
  getWallet: 'Uzstādi kādu vai atver šo lapu sava maka pārlūkā.',
  confirm: 'Apstiprini savā makā.',
  declined: 'Makā tu atteici. Nekas netika nosūtīts.',
  wrongChain: 'Pārslēdz savu maku uz {chain}.',
  walletChanged: 'Tavs maks ir mainījies. Lūdzu, apstiprini vēlreiz.',
  walletBroken: 'Maks neatbildēja, kā vajadzētu.',
  transaction: 'Darījuma jaucējvērtība',
  transactionInvalid: 'Tā nav darījuma jaucējvērtība. Nokopē to vēlreiz.',
  confirming: 'Ķēde to vēl apstiprina.',
} satisfies Partial<OnchainMessages>;
