import type { Ledger, RuleChange } from '../../ledger/index.ts';
import type { Action } from './action.ts';
import { ConfigError } from '../config/index.ts';
import type { Logger } from '../monitoring/logger.ts';

/** Logged after a change of rule. */
export const CARRIED_OVER =
  'each can claim again once the period that they claimed is over, and the period of now that they claimed in';

/**
 * Compares the actions' present rules with those under which members have claimed. The ledger carries over a change, which is logged. If it cannot,
 * because the claims of a repeatable action count for ever, it throws a `ConfigError`.
 */
export async function checkRules(actions: ReadonlyMap<string, Action>, ledger: Ledger, logger: Logger): Promise<void> {
  const rules = Array.from(actions.values(), ({ name, rule }) => ({ action: name, rule }));
  const changes = await ledger.ruleChanges(rules);
  const impossible = changes.filter(({ forEver }) => forEver > 0);
  if (impossible.length > 0) throw new ConfigError(impossible.map(ruleIssue));
  for (const { action, rule, before } of changes) {
    logger.warn(
      { action, rule, before },
      `the action repeats by another rule than when members claimed it: ${CARRIED_OVER}`,
    );
  }
}

/** Why a change of rule cannot be carried over, as a line of a `ConfigError`. */
export function ruleIssue({ action, rule, forEver }: RuleChange): string {
  const claims =
    forEver === 1
      ? '1 claim was made when it was once, and counts'
      : `${forEver} claims were made when it was once, and count`;
  return `actions.${action}.repeats: is ${rule} now, but ${claims} for ever: who made ${forEver === 1 ? 'it' : 'one'} could never claim again, or would be paid twice. Put repeats: 'once' back, or give the action another name, under which everybody can begin afresh`;
}
