import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Атрымаць праз кашалёк',
  wallet: 'Кашалёк',
  chooseWallet: 'Выберыце кашалёк',
  noWallet: 'Кашалёк не знойдзены',
  getWallet: 'Усталюйце яго або адкрыйце гэту старонку ў браўзеры кашалька.',
  confirm: 'Пацвердзіце ў кашальку.',
  declined: 'У кашальку адмоўлена. Нічога не адпраўлена.',
  wrongChain: 'Пераключыце кашалёк на {chain}.',
  walletChanged: 'Кашалёк змяніўся. Калі ласка, пацвердзіце яшчэ раз.',
  walletBroken: 'Кашалёк адказаў не так, як трэба.',
  transaction: 'Хэш транзакцыі',
  transactionInvalid: 'Гэта не хэш транзакцыі. Скапіюйце яго яшчэ раз.',
  confirming: 'Ланцужок яшчэ пацвярджае гэта.',
} satisfies Partial<OnchainMessages>;
