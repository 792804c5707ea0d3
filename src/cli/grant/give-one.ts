import { type Gift, GiftError, type GiftOutcome, type Proxy } from '../../proxy/index.ts';
import { UsageError } from '../command.ts';
import { stdout } from '../output/stdout.ts';
import { giftText } from './text.ts';

/** Gives one gift, and says what came of it. Throws if the member does not have it, or nobody knows. */
export async function giveOne(
  { award, inside }: Pick<Proxy, 'award' | 'inside'>,
  gift: Gift,
  { isDry, asJson }: { isDry: boolean; asJson: boolean },
): Promise<void> {
  const gifts = await inside.gifts();
  const issues = gifts.check(gift);
  if (issues.length > 0) throw new UsageError(issues.join('\n'));
  const outcome = await (isDry ? gifts.look(gift) : award(gift)).catch((error: unknown) => {
    if (!(error instanceof GiftError)) throw error;
    throw new UsageError(error.message, { cause: error });
  });
  if (asJson) stdout.print(JSON.stringify(outcome));
  else stdout.print(outcome ? wordsFor(outcome, gift) : `${giftText(gift)} would be given to ${gift.memberId}`);
  if (outcome && outcome.status !== 'granted') throw new Error(failureOf(outcome));
}

function wordsFor({ status, repeated, claimId }: GiftOutcome, gift: Gift): string {
  const before = repeated ? ' already, under this key' : '';
  const claim = claimId === null ? '' : `, claim ${claimId}`;
  return `${giftText(gift)} to ${gift.memberId}: ${status}${before}${claim}`;
}

function failureOf({ status, reason, retryAfter }: GiftOutcome): string {
  const again = retryAfter === null ? '' : `; try again in ${retryAfter} s, with the same key`;
  return `${status === 'refused' ? 'not given' : status}: ${reason}${again}`;
}
