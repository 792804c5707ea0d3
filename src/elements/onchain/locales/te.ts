import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'వాలెట్‌తో పొందండి',
  wallet: 'వాలెట్',
  chooseWallet: 'వాలెట్‌ను ఎంచుకోండి',
  noWallet: 'వాలెట్ కనబడలేదు',
  getWallet: 'ఒకటి ఇన్‌స్టాల్ చేయండి, లేదా ఈ పేజీని మీ వాలెట్ బ్రౌజర్‌లో తెరవండి.',
  confirm: 'మీ వాలెట్‌లో నిర్ధారించండి.',
  declined: 'మీరు వాలెట్‌లో వద్దన్నారు. ఏదీ పంపలేదు.',
  wrongChain: 'మీ వాలెట్‌ను {chain}కు మార్చండి.',
  walletChanged: 'మీ వాలెట్ మారింది. మళ్లీ నిర్ధారించండి.',
  walletBroken: 'వాలెట్ సరిగా జవాబివ్వలేదు.',
  transaction: 'లావాదేవీ హాష్',
  transactionInvalid: 'ఇది లావాదేవీ హాష్ కాదు. మళ్లీ కాపీ చేయండి.',
  confirming: 'చైన్ దీన్ని ఇంకా నిర్ధారిస్తోంది.',
} satisfies Partial<OnchainMessages>;
