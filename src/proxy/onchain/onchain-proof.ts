import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { type Finding, type Proof, UNAVAILABLE } from '../proofs/proof.ts';
import type { Hex, OnchainSettings } from './claim.ts';
import type { Messages } from './messages.ts';

export interface OnchainContext {
  messages: () => Promise<Messages>;
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

/** A proof by a wallet's signature, or by what its owner did on chain. If its check rejects, nothing is granted. */
export function onchainProof({ asks, chains, check }: OnchainSettings, context: OnchainContext): Proof {
  const { logger, secrets, now } = context;
  return async ({ action, memberId, onchain, signal }) => {
    if (!onchain) return { kind: 'refuse', detail: MISSING };
    const { message, signature, transaction } = onchain.proof;
    const messages = await context.messages();
    const read = messages.read(message, { action, memberId, origin: onchain.origin });
    if ('refusal' in read) return { kind: 'refuse', detail: read.refusal };
    const { address, chainId, id, expiresAt } = read;
    if (!chains.some((chain) => chain.id === chainId)) return { kind: 'refuse', detail: OTHER_CHAIN };
    if (asks === 'transaction' && transaction === undefined) return { kind: 'refuse', detail: NO_TRANSACTION };
    try {
      const finding = await check({
        action,
        memberId,
        address,
        chainId,
        message,
        signature: hex(signature),
        transaction: transaction === undefined ? null : hex(transaction.toLowerCase()),
        logger,
        signal,
        now: now(),
      });
      if (finding.kind === 'not-yet') return { ...finding, errors: NOT_FINAL };
      return finding.kind === 'ok' ? usingUp(finding, id, expiresAt) : finding;
    } catch (error) {
      const details = { action, error: secrets.describe(error), late: signal.aborted };
      logger.error(details, `what actions.${action}.verify asks for on chain could not be found out`);
      return UNAVAILABLE;
    }
  };
}

/** A message is valid for one claim, and again if that claim fails. */
function usingUp(finding: Extract<Finding, { kind: 'ok' }>, id: string, expiresAt: number): Finding {
  const ifUsed = { code: 'not-proved', detail: USED } as const;
  const use = { id: `onchain ${id}`, expiresAt, returns: true, ifUsed };
  return { ...finding, singleUses: [...finding.singleUses, use] };
}

const MISSING = 'A wallet has to sign for this. Please connect one and sign.';
const OTHER_CHAIN = 'The wallet signed for another chain than this asks for.';
const NO_TRANSACTION = 'This asks for the hash of a transaction.';
const USED = 'What the wallet signed was used for another claim already. Please sign again.';

/** Tells the widget that it is waiting for the chain. */
const NOT_FINAL = [{ field: 'proof.onchain', message: 'is not final yet' }];

/** The contract has checked the format. */
function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
