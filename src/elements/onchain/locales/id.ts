import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Klaim dengan dompet',
  wallet: 'Dompet',
  chooseWallet: 'Pilih dompet',
  noWallet: 'Dompet tidak ditemukan',
  getWallet: 'Pasang satu, atau buka halaman ini di peramban dompetmu.',
  confirm: 'Konfirmasikan di dompetmu.',
  declined: 'Kamu menolak di dompetmu. Tidak ada yang dikirim.',
  wrongChain: 'Alihkan dompetmu ke {chain}.',
  walletChanged: 'Dompetmu berubah. Silakan konfirmasi lagi.',
  walletBroken: 'Dompet tidak menjawab sebagaimana mestinya.',
  transaction: 'Hash transaksi',
  transactionInvalid: 'Bukan hash transaksi. Salin lagi.',
  confirming: 'Rantai masih mengonfirmasi ini.',
} satisfies Partial<OnchainMessages>;
