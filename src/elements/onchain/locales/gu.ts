import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'વૉલેટથી મેળવો',
  wallet: 'વૉલેટ',
  chooseWallet: 'વૉલેટ પસંદ કરો',
  noWallet: 'કોઈ વૉલેટ મળ્યું નથી',
  getWallet: 'એક ઇન્સ્ટૉલ કરો, અથવા આ પેજ તમારા વૉલેટના બ્રાઉઝરમાં ખોલો.',
  confirm: 'તમારા વૉલેટમાં પુષ્ટિ કરો.',
  declined: 'તમે વૉલેટમાં ના પાડી. કશું મોકલાયું નથી.',
  wrongChain: 'તમારું વૉલેટ {chain} પર બદલો.',
  walletChanged: 'તમારું વૉલેટ બદલાયું છે. ફરી પુષ્ટિ કરો.',
  walletBroken: 'વૉલેટે યોગ્ય જવાબ આપ્યો નથી.',
  transaction: 'વ્યવહારનો હૅશ',
  transactionInvalid: 'આ વ્યવહારનો હૅશ નથી. ફરી કૉપિ કરો.',
  confirming: 'ચેઇન હજી આની પુષ્ટિ કરી રહી છે.',
} satisfies Partial<OnchainMessages>;
