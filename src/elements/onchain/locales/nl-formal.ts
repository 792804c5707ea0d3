import type { OnchainMessages } from '../messages.ts';
import usual from './nl.ts';

export default {
  ...usual,
  getWallet: 'Installeer er een, of open deze pagina in de browser van uw wallet.',
  confirm: 'Bevestig in uw wallet.',
  declined: 'U hebt in uw wallet nee gezegd. Er is niets verstuurd.',
  wrongChain: 'Zet uw wallet op {chain}.',
  walletChanged: 'Uw wallet is veranderd. Bevestig nog een keer.',
} satisfies Partial<OnchainMessages>;
