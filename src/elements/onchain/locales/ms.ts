import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Tuntut dengan dompet',
  wallet: 'Dompet',
  chooseWallet: 'Pilih dompet',
  noWallet: 'Tiada dompet ditemui',
  getWallet: 'Pasang satu, atau buka halaman ini dalam pelayar dompet anda.',
  confirm: 'Sahkan dalam dompet anda.',
  declined: 'Anda menolak dalam dompet. Tiada apa-apa dihantar.',
  wrongChain: 'Tukar dompet anda kepada {chain}.',
  walletChanged: 'Dompet anda telah berubah. Sila sahkan sekali lagi.',
  walletBroken: 'Dompet tidak menjawab seperti yang sepatutnya.',
  transaction: 'Cincangan transaksi',
  transactionInvalid: 'Bukan cincangan transaksi. Salin sekali lagi.',
  confirming: 'Rantaian masih mengesahkan perkara ini.',
} satisfies Partial<OnchainMessages>;
