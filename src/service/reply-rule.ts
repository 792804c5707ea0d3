import type { Reading } from './reading.ts';
import type { TransportReply } from './transport.ts';

/**
 * What an owner has seen a reply of the service to mean. All that is given has to fit: `status` is the HTTP status, `code` the
 * object's, as a number or as text, and `text` occurs in the reply, or in what its `error` says. Nothing makes a claim granted but
 * the documented success, which no rule is asked about.
 */
export interface ReplyRule {
  status?: number | undefined;
  code?: number | string | undefined;
  text?: string | undefined;
  /** `refused`: surely not executed, so that it can be claimed again. `unknown`: it may have been, whatever the code says. */
  means: 'refused' | 'unknown';
}

const SHORTEST_TEXT = 3;

/** What is wrong with the rule, in words that go on from its name; null if nothing is. */
export function replyRuleProblem({ status, code, text, means }: ReplyRule): string | null {
  if (means !== 'refused' && means !== 'unknown') {
    return "must mean 'refused' or 'unknown': that something was granted no rule can say";
  }
  if (status === undefined && code === undefined && text === undefined) {
    return 'fits every reply: say which by status, code or text';
  }
  if (text !== undefined && text.length < SHORTEST_TEXT)
    return `must have a text of at least ${SHORTEST_TEXT} characters`;
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    return 'must have a status of 200 to 599';
  }
  const tellsFailure = text !== undefined || (code === undefined ? (status ?? 0) >= 300 : !isZero(code));
  if (means === 'refused' && !tellsFailure)
    return 'fits successes that came garbled too: add text that tells which reply it is';
  return null;
}

/**
 * The first rule that fits the reply, which is no success. What came with code 0 was most likely executed, and fits only a rule that
 * names that code; what contradicts itself fits none.
 */
export function ruleFor(reply: TransportReply, reading: Reading, rules: readonly ReplyRule[]): ReplyRule | undefined {
  if (reading.contradicts) return undefined;
  return rules.find(({ status, code, text }) => {
    if (status !== undefined && status !== reply.status) return false;
    if (code === undefined ? isZero(reading.code) : String(code) !== String(reading.code)) return false;
    return text === undefined || (reply.complete && [reply.body, reading.error].some((said) => said?.includes(text)));
  });
}

function isZero(code: number | string | undefined): boolean {
  return code !== undefined && Number(code) === 0;
}
