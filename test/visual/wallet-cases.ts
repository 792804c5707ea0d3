import type { OnchainView } from '../../src/contract/index.ts';
import { sampleAction, sampleClaim } from '../../src/elements/debug/samples.ts';
import type { Case } from './cases.ts';

const MEMBER = '123456789012345678';
const HASH = `0x${'5e1c'.repeat(16)}`;

/** What a wallet does whose visitor says yes, or another thing. */
type WalletMood = 'well' | 'waits' | 'declines' | 'breaks' | 'knows no other chain';

/** What is played with a wallet, where no state can be asked for: the proxy's part, the wallet's, and the visitor's. */
export interface Played {
  action: string;
  view: object;
  /** What comes of the claim. */
  reply: { status: number; body: object };
  mood: WalletMood;
  /** What the visitor pastes. */
  hash: string;
  presses: boolean;
  /** What the card has come to say, in any of its parts. */
  says: string;
}

interface Script extends Partial<Omit<Played, 'action' | 'view'>> {
  asks?: OnchainView['asks'];
  chain?: OnchainView['chains'][number];
  attributes?: string;
  list?: boolean;
}

const problem = (status: number, code: string, more: object) => ({
  status,
  body: { type: 'about:blank', title: code, status, code, detail: '', requestId: 'request-9c1e', ...more },
});

const CONFIRMING = problem(409, 'not-yet', {
  retryAfter: 48,
  progress: { done: 40, of: 64 },
  errors: [{ field: 'proof.onchain', message: 'is not final yet' }],
});
const FAILED = problem(403, 'not-proved', { reason: 'This transaction failed on chain.' });

function played(title: string, { asks = 'address', chain, attributes = '', list = false, ...script }: Script): Case {
  const action = title.replaceAll(/[^a-z]+/g, '-');
  const onchain = { asks, chains: [chain ?? { id: 1, name: 'Ethereum' }] };
  const view = { ...sampleAction('rewards-onchain', MEMBER), action, onchain };
  const reply = { status: 201, body: sampleClaim(view) };
  return {
    title,
    list,
    html: `<rewards-onchain action="${action}" member-id="${MEMBER}" ${attributes}></rewards-onchain>`,
    played: { action, view, reply, mood: 'well', hash: '', presses: true, says: '', ...script },
  };
}

/** With one wallet, which the visitor has connected before. */
export const ONE_WALLET: Case[] = [
  played('asked to confirm', { mood: 'waits', says: 'Confirm in your wallet.' }),
  played('declined', { mood: 'declines', says: 'You said no' }),
  played('on another chain', {
    mood: 'knows no other chain',
    chain: { id: 137, name: 'Polygon' },
    says: 'Switch your wallet to Polygon.',
  }),
  played('without a proper answer', { mood: 'breaks', says: 'did not answer' }),
  played('confirming', { reply: CONFIRMING, says: '40 / 64' }),
  played('granted', { says: 'Thank you' }),
  played('asked for a transaction', { asks: 'transaction', presses: false, says: 'Transaction hash' }),
  played('pasted what is no hash', { asks: 'transaction', hash: '0x5e1c', says: 'Not a transaction hash' }),
  played('pasted a hash, confirming', { asks: 'transaction', hash: HASH, reply: CONFIRMING, says: '40 / 64' }),
  played('given a hash, which failed', {
    asks: 'transaction',
    attributes: `transaction="${HASH}"`,
    reply: FAILED,
    says: 'failed on chain',
  }),
  played('given a hash, granted', { asks: 'transaction', attributes: `transaction="${HASH}"`, says: 'Thank you' }),
];

export const NO_WALLET: Case[] = [
  played('without a wallet', { presses: false, says: 'No wallet found' }),
  played('without a wallet, after a press', { says: 'That did not work' }),
  played('without a wallet, with the list', { presses: false, list: true, says: 'No wallet found' }),
];

export const TWO_WALLETS: Case[] = [
  played('two wallets', { presses: false, says: 'Choose a wallet' }),
  played('two wallets, with the list', { presses: false, list: true, says: 'Lighthouse' }),
];
