import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Získat s peněženkou',
  wallet: 'Peněženka',
  chooseWallet: 'Vyber peněženku',
  noWallet: 'Žádná peněženka nenalezena',
  getWallet: 'Nainstaluj si ji, nebo otevři tuto stránku v prohlížeči své peněženky.',
  confirm: 'Potvrď to ve své peněžence.',
  declined: 'V peněžence jsi odmítl(a). Nic se neodeslalo.',
  wrongChain: 'Přepni svou peněženku na {chain}.',
  walletChanged: 'Tvá peněženka se změnila. Potvrď to prosím znovu.',
  walletBroken: 'Peněženka neodpověděla, jak má.',
  transaction: 'Hash transakce',
  transactionInvalid: 'To není hash transakce. Zkopíruj ho znovu.',
  confirming: 'Řetězec to ještě potvrzuje.',
} satisfies Partial<OnchainMessages>;
