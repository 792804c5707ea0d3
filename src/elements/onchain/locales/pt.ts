import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Resgatar com carteira',
  wallet: 'Carteira',
  chooseWallet: 'Escolha uma carteira',
  noWallet: 'Nenhuma carteira encontrada',
  getWallet: 'Instale uma ou abra esta página no navegador da sua carteira.',
  confirm: 'Confirme na sua carteira.',
  declined: 'Você recusou na carteira. Nada foi enviado.',
  wrongChain: 'Mude sua carteira para {chain}.',
  walletChanged: 'Sua carteira mudou. Confirme de novo.',
  walletBroken: 'A carteira não respondeu como deveria.',
  transaction: 'Hash da transação',
  transactionInvalid: 'Não é um hash de transação. Copie de novo.',
  confirming: 'A rede ainda está confirmando isso.',
} satisfies Partial<OnchainMessages>;
