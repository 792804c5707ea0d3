import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'Түрийвчээр авах',
  wallet: 'Түрийвч',
  chooseWallet: 'Түрийвч сонгоно уу',
  noWallet: 'Түрийвч олдсонгүй',
  getWallet: 'Нэгийг суулгах, эсвэл энэ хуудсыг түрийвчнийхээ хөтөч дээр нээнэ үү.',
  confirm: 'Түрийвчиндээ баталгаажуулна уу.',
  declined: 'Та түрийвчиндээ татгалзлаа. Юу ч илгээгээгүй.',
  wrongChain: 'Түрийвчээ {chain} рүү шилжүүлнэ үү.',
  walletChanged: 'Таны түрийвч өөрчлөгдсөн. Дахин баталгаажуулна уу.',
  walletBroken: 'Түрийвч зохих ёсоор хариулсангүй.',
  transaction: 'Гүйлгээний хэш',
  transactionInvalid: 'Энэ гүйлгээний хэш биш. Дахин хуулна уу.',
  confirming: 'Гинж үүнийг баталгаажуулсаар байна.',
} satisfies Partial<OnchainMessages>;
