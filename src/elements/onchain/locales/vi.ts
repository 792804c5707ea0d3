import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Nhận bằng ví',
  wallet: 'Ví',
  chooseWallet: 'Chọn ví',
  noWallet: 'Không tìm thấy ví',
  getWallet: 'Hãy cài một ví, hoặc mở trang này trong trình duyệt của ví.',
  confirm: 'Hãy xác nhận trong ví của bạn.',
  declined: 'Bạn đã từ chối trong ví. Không có gì được gửi.',
  wrongChain: 'Hãy chuyển ví của bạn sang {chain}.',
  walletChanged: 'Ví của bạn đã thay đổi. Vui lòng xác nhận lại.',
  walletBroken: 'Ví không trả lời đúng như mong đợi.',
  transaction: 'Mã băm giao dịch',
  transactionInvalid: 'Đây không phải mã băm giao dịch. Hãy sao chép lại.',
  confirming: 'Chuỗi vẫn đang xác nhận việc này.',
} satisfies Partial<OnchainMessages>;
