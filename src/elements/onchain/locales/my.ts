import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'ပိုက်ဆံအိတ်ဖြင့် ရယူပါ',
  wallet: 'ပိုက်ဆံအိတ်',
  chooseWallet: 'ပိုက်ဆံအိတ် ရွေးပါ',
  noWallet: 'ပိုက်ဆံအိတ် မတွေ့ပါ',
  getWallet: 'တစ်ခု ထည့်သွင်းပါ၊ သို့မဟုတ် ဤစာမျက်နှာကို သင့်ပိုက်ဆံအိတ်၏ ဘရောက်ဇာတွင် ဖွင့်ပါ။',
  confirm: 'သင့်ပိုက်ဆံအိတ်တွင် အတည်ပြုပါ။',
  declined: 'ပိုက်ဆံအိတ်တွင် သင် ငြင်းပယ်ခဲ့သည်။ ဘာမှ မပို့ပါ။',
  wrongChain: 'သင့်ပိုက်ဆံအိတ်ကို {chain} သို့ ပြောင်းပါ။',
  walletChanged: 'သင့်ပိုက်ဆံအိတ် ပြောင်းသွားသည်။ ထပ်မံ အတည်ပြုပါ။',
  walletBroken: 'ပိုက်ဆံအိတ်က မှန်ကန်စွာ မဖြေပါ။',
  transaction: 'ငွေလွှဲ ဟက်ရှ်',
  transactionInvalid: 'ငွေလွှဲ ဟက်ရှ် မဟုတ်ပါ။ ထပ်ကူးပါ။',
  confirming: 'ချိန်းက ဤအရာကို အတည်ပြုနေဆဲ ဖြစ်သည်။',
} satisfies Partial<OnchainMessages>;
