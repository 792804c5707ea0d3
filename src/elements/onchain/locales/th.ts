import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'รับด้วยกระเป๋าเงิน',
  wallet: 'กระเป๋าเงิน',
  chooseWallet: 'เลือกกระเป๋าเงิน',
  noWallet: 'ไม่พบกระเป๋าเงิน',
  getWallet: 'ติดตั้งสักใบ หรือเปิดหน้านี้ในเบราว์เซอร์ของกระเป๋าเงิน',
  confirm: 'ยืนยันในกระเป๋าเงินของคุณ',
  declined: 'คุณปฏิเสธในกระเป๋าเงิน ไม่มีการส่งอะไร',
  wrongChain: 'สลับกระเป๋าเงินของคุณไปที่ {chain}',
  walletChanged: 'กระเป๋าเงินของคุณเปลี่ยนไป โปรดยืนยันอีกครั้ง',
  walletBroken: 'กระเป๋าเงินไม่ตอบตามที่ควร',
  transaction: 'แฮชธุรกรรม',
  transactionInvalid: 'ไม่ใช่แฮชธุรกรรม คัดลอกอีกครั้ง',
  confirming: 'เชนยังยืนยันสิ่งนี้อยู่',
} satisfies Partial<OnchainMessages>;
