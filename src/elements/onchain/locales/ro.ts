import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Revendică prin portofel',
  wallet: 'Portofel',
  chooseWallet: 'Alege un portofel',
  noWallet: 'Niciun portofel găsit',
  getWallet: 'Instalează unul sau deschide pagina în browserul portofelului tău.',
  confirm: 'Confirmă în portofelul tău.',
  declined: 'Ai refuzat în portofel. Nu s-a trimis nimic.',
  wrongChain: 'Comută portofelul pe {chain}.',
  walletChanged: 'Portofelul tău s-a schimbat. Confirmă din nou.',
  walletBroken: 'Portofelul nu a răspuns cum trebuie.',
  transaction: 'Hashul tranzacției',
  transactionInvalid: 'Nu este hashul unei tranzacții. Copiază-l din nou.',
  confirming: 'Lanțul încă confirmă acest lucru.',
} satisfies Partial<OnchainMessages>;
