import type { OnchainMessages } from '../messages.ts';
import usual from './de.ts';

export default {
  ...usual,
  getWallet: 'Installieren Sie eines oder öffnen Sie diese Seite im Browser Ihres Wallets.',
  confirm: 'Bestätigen Sie in Ihrem Wallet.',
  declined: 'Sie haben im Wallet abgelehnt. Es wurde nichts gesendet.',
  wrongChain: 'Stellen Sie Ihr Wallet auf {chain} um.',
  walletChanged: 'Ihr Wallet hat sich geändert. Bitte bestätigen Sie noch einmal.',
  transactionInvalid: 'Kein Hash einer Transaktion. Kopieren Sie ihn noch einmal.',
} satisfies Partial<OnchainMessages>;
