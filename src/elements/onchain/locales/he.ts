import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'קבלה עם ארנק',
  wallet: 'ארנק',
  chooseWallet: 'בחירת ארנק',
  noWallet: 'לא נמצא ארנק',
  getWallet: 'התקינו ארנק, או פתחו את הדף הזה בדפדפן של הארנק.',
  confirm: 'אשרו בארנק שלכם.',
  declined: 'הבקשה נדחתה בארנק. דבר לא נשלח.',
  wrongChain: 'העבירו את הארנק ל־{chain}.',
  walletChanged: 'הארנק השתנה. אשרו שוב.',
  walletBroken: 'הארנק לא ענה כראוי.',
  transaction: 'גיבוב העסקה',
  transactionInvalid: 'זה לא גיבוב של עסקה. העתיקו אותו שוב.',
  confirming: 'השרשרת עדיין מאשרת את זה.',
} satisfies Partial<OnchainMessages>;
