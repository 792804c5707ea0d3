import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'ទទួលដោយកាបូប',
  wallet: 'កាបូប',
  chooseWallet: 'ជ្រើសកាបូប',
  noWallet: 'រកមិនឃើញកាបូបទេ',
  getWallet: 'ដំឡើងមួយ ឬបើកទំព័រនេះក្នុងកម្មវិធីរុករករបស់កាបូបអ្នក។',
  confirm: 'បញ្ជាក់ក្នុងកាបូបរបស់អ្នក។',
  declined: 'អ្នកបានបដិសេធក្នុងកាបូប។ គ្មានអ្វីត្រូវបានផ្ញើទេ។',
  wrongChain: 'ប្ដូរកាបូបរបស់អ្នកទៅ {chain}។',
  walletChanged: 'កាបូបរបស់អ្នកបានប្ដូរ។ សូមបញ្ជាក់ម្ដងទៀត។',
  walletBroken: 'កាបូបមិនបានឆ្លើយដូចដែលគួរទេ។',
  transaction: 'ហាសប្រតិបត្តិការ',
  transactionInvalid: 'មិនមែនហាសប្រតិបត្តិការទេ។ ចម្លងម្ដងទៀត។',
  confirming: 'ខ្សែសង្វាក់នៅកំពុងបញ្ជាក់រឿងនេះ។',
} satisfies Partial<OnchainMessages>;
