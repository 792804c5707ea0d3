import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Hämta med plånbok',
  wallet: 'Plånbok',
  chooseWallet: 'Välj en plånbok',
  noWallet: 'Ingen plånbok hittades',
  getWallet: 'Installera en, eller öppna sidan i din plånboks webbläsare.',
  confirm: 'Bekräfta i din plånbok.',
  declined: 'Du sa nej i plånboken. Inget skickades.',
  wrongChain: 'Byt din plånbok till {chain}.',
  walletChanged: 'Din plånbok har ändrats. Bekräfta igen.',
  walletBroken: 'Plånboken svarade inte som den skulle.',
  transaction: 'Transaktionens hash',
  transactionInvalid: 'Inte en transaktions hash. Kopiera den igen.',
  confirming: 'Kedjan håller fortfarande på att bekräfta detta.',
} satisfies Partial<OnchainMessages>;
