import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: 'පසුම්බියෙන් ලබාගන්න',
  wallet: 'පසුම්බිය',
  chooseWallet: 'පසුම්බියක් තෝරන්න',
  noWallet: 'පසුම්බියක් හමු නොවිණි',
  getWallet: 'එකක් ස්ථාපනය කරන්න, නැතහොත් මෙම පිටුව ඔබේ පසුම්බියේ බ්‍රවුසරයෙන් විවෘත කරන්න.',
  confirm: 'ඔබේ පසුම්බියේ තහවුරු කරන්න.',
  declined: 'ඔබ පසුම්බියේ ප්‍රතික්ෂේප කළා. කිසිවක් යැව්වේ නැත.',
  wrongChain: 'ඔබේ පසුම්බිය {chain} වෙත මාරු කරන්න.',
  walletChanged: 'ඔබේ පසුම්බිය වෙනස් වී ඇත. නැවත තහවුරු කරන්න.',
  walletBroken: 'පසුම්බිය නිසි ලෙස පිළිතුරු දුන්නේ නැත.',
  transaction: 'ගනුදෙනුවේ හෑෂ්',
  transactionInvalid: 'මෙය ගනුදෙනුවක හෑෂ් එකක් නොවේ. නැවත පිටපත් කරන්න.',
  confirming: 'දාමය තවමත් මෙය තහවුරු කරමින් සිටී.',
} satisfies Partial<OnchainMessages>;
