import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Obter com a carteira',
  wallet: 'Carteira',
  chooseWallet: 'Escolhe uma carteira',
  noWallet: 'Nenhuma carteira encontrada',
  getWallet: 'Instala uma ou abre esta página no navegador da tua carteira.',
  confirm: 'Confirma na tua carteira.',
  declined: 'Recusaste na carteira. Não foi enviado nada.',
  wrongChain: 'Muda a tua carteira para {chain}.',
  walletChanged: 'A tua carteira mudou. Confirma outra vez.',
  walletBroken: 'A carteira não respondeu como devia.',
  transaction: 'Hash da transação',
  transactionInvalid: 'Não é um hash de transação. Copia-o outra vez.',
  confirming: 'A cadeia ainda está a confirmar isto.',
} satisfies Partial<OnchainMessages>;
