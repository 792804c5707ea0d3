import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'ຮັບດ້ວຍກະເປົາເງິນ',
  wallet: 'ກະເປົາເງິນ',
  chooseWallet: 'ເລືອກກະເປົາເງິນ',
  noWallet: 'ບໍ່ພົບກະເປົາເງິນ',
  getWallet: 'ຕິດຕັ້ງອັນໜຶ່ງ ຫຼື ເປີດໜ້ານີ້ໃນບຣາວເຊີຂອງກະເປົາເງິນຂອງເຈົ້າ.',
  confirm: 'ຢືນຢັນໃນກະເປົາເງິນຂອງເຈົ້າ.',
  declined: 'ເຈົ້າປະຕິເສດໃນກະເປົາເງິນ. ບໍ່ມີຫຍັງຖືກສົ່ງ.',
  wrongChain: 'ປ່ຽນກະເປົາເງິນຂອງເຈົ້າໄປ {chain}.',
  walletChanged: 'ກະເປົາເງິນຂອງເຈົ້າປ່ຽນແລ້ວ. ກະລຸນາຢືນຢັນອີກຄັ້ງ.',
  walletBroken: 'ກະເປົາເງິນບໍ່ໄດ້ຕອບຕາມທີ່ຄວນ.',
  transaction: 'ແຮຊຂອງທຸລະກຳ',
  transactionInvalid: 'ບໍ່ແມ່ນແຮຊຂອງທຸລະກຳ. ສຳເນົາອີກຄັ້ງ.',
  confirming: 'ເຊນຍັງກຳລັງຢືນຢັນສິ່ງນີ້ຢູ່.',
} satisfies Partial<OnchainMessages>;
