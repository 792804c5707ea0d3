import type { Reading } from './reading.ts';
import type { TransportReply } from './transport.ts';

/**
 * What a reply of the service means, as the owner has observed. All given conditions must match: `status` is the HTTP status, `code` the code of the
 * JSON object, as a number or as text, and `text` occurs in the reply or in its `error`. Only the documented success makes a claim granted, and rules
 * do not apply to it.
 */
export interface ReplyRule {
  status?: number | undefined;
  code?: number | string | undefined;
  text?: string | undefined;
  /** `refused`: certainly not executed, so that it can be claimed again. `unknown`: it may have been executed, whatever the code says. */
  means: 'refused' | 'unknown';
}

const SHORTEST_TEXT = 3;

/** What is wrong with the rule, as the end of a sentence that begins with its name; null if nothing is. */
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
 * The first rule that matches a reply that is not a success. A reply with code 0 was probably executed, so it matches only a rule with that code. A
 * reply that contradicts itself matches none.
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
