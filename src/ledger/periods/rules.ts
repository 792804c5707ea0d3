import type { LostClaim } from '../keeping/keeping.ts';
import { all, first, lock, type Operation, text, type Value } from '../operation.ts';
import { type Period, type PeriodRule, ruleName } from './period.ts';
import type { RuleChange } from '../port.ts';
import { MEMBER_INDEX } from '../schema.ts';

/**
 * Selects, as columns of their own, how many other rules claims of an action were made under (`others`), and whether any was made
 * under this one (`known`). Its parameters are `rulesOf`.
 */
export const RULES =
  '(SELECT COUNT(*) FROM rules WHERE action = ? AND rule <> ?) AS others, (SELECT COUNT(*) FROM rules WHERE action = ? AND rule = ?) AS known';

/** See `RULES`. */
export function rulesOf({ action, period: { rule } }: { action: string; period: Period }): Value[] {
  return [action, rule, action, rule];
}

/**
 * Records that claims of the action are made under this rule, and returns whether any were made under another. The lock lets only one
 * transaction do so at a time: of two new rules, the second then sees the first.
 */
export function* noteRule({
  action,
  period: { rule },
  now,
}: {
  action: string;
  period: Period;
  now: number;
}): Operation<boolean> {
  yield* lock('rules');
  yield* insertRule(action, rule, now);
  const changed = (yield* rulesBefore(action, rule)).length > 0;
  if (changed) yield* all(MEMBER_INDEX);
  return changed;
}

/** Brings back by which rules actions were claimed. The caller holds the members' locks, and none that is ordered after that of rules. */
export function* bringBackRules(claims: readonly LostClaim[]): Operation<void> {
  const found = claims.flatMap(({ action, rules = [] }) => rules.map((known) => ({ action, ...known })));
  const notes = new Map(found.map((note) => [JSON.stringify([note.action, note.rule]), note]));
  if (notes.size === 0) return;
  yield* lock('rules');
  let isChanged = false;
  for (const { action, rule, since } of notes.values()) {
    yield* insertRule(action, rule, since);
    isChanged ||= (yield* rulesBefore(action, rule)).length > 0;
  }
  if (isChanged) yield* all(MEMBER_INDEX);
}

function* insertRule(action: string, rule: string, since: number): Operation<void> {
  yield* all(
    'INSERT INTO rules (action, rule, since) VALUES (?, ?, ?) ON CONFLICT (action, rule) DO NOTHING',
    action,
    rule,
    since,
  );
}

/** See `Ledger.ruleChanges`. */
export function* ruleChanges(rules: readonly { action: string; rule: PeriodRule }[]): Operation<RuleChange[]> {
  const changes = yield* changedRules(rules);
  if (changes.length > 0) yield* all(MEMBER_INDEX);
  return changes;
}

/** The same, without changing anything. */
export function* changedRules(rules: readonly { action: string; rule: PeriodRule }[]): Operation<RuleChange[]> {
  const changes: RuleChange[] = [];
  for (const { action, rule: now } of rules) {
    const rule = ruleName(now);
    const before = yield* rulesBefore(action, rule);
    const forEver = now.repeats === 'once' ? 0 : yield* claimsForEver(action);
    const known = yield* first('SELECT 1 AS known FROM rules WHERE action = ? AND rule = ?', action, rule);
    if (forEver > 0 || (before.length > 0 && !known)) changes.push({ action, rule, before, forEver });
  }
  return changes;
}

function* rulesBefore(action: string, rule: string): Operation<string[]> {
  const rows = yield* all(
    'SELECT rule FROM rules WHERE action = ? AND rule <> ? ORDER BY since DESC, rule',
    action,
    rule,
  );
  return rows.map((row) => text(row, 'rule'));
}

function* claimsForEver(action: string): Operation<number> {
  const row = yield* first(
    "SELECT COUNT(*) AS count FROM claims WHERE period = 'once' AND action = ? AND holds = 1",
    action,
  );
  return Number(row?.['count'] ?? 0);
}
