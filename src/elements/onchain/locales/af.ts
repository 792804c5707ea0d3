import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Eis met beursie',
  wallet: 'Beursie',
  chooseWallet: 'Kies ’n beursie',
  noWallet: 'Geen beursie gevind nie',
  getWallet: 'Installeer een, of open hierdie bladsy in jou beursie se blaaier.',
  confirm: 'Bevestig in jou beursie.',
  declined: 'Jy het in jou beursie nee gesê. Niks is gestuur nie.',
  wrongChain: 'Skakel jou beursie oor na {chain}.',
  walletChanged: 'Jou beursie het verander. Bevestig asseblief weer.',
  walletBroken: 'Die beursie het nie behoorlik geantwoord nie.',
  transaction: 'Transaksie-hash',
  transactionInvalid: 'Nie ’n transaksie-hash nie. Kopieer dit weer.',
  confirming: 'Die ketting is nog besig om dit te bevestig.',
} satisfies Partial<OnchainMessages>;
