import type { PeriodRule } from '../../ledger/index.ts';
import type { Operation, Row, Value } from '../../ledger/operation.ts';
import { changedRules } from '../../ledger/periods/rules.ts';
import { CARRIED_OVER, ruleIssue } from '../../proxy/actions/changed-rules.ts';
import type { Findings } from '../../common/finding.ts';

/** Runs a query that only reads, and resolves with its rows. */
export type Rows = (sql: string, ...params: Value[]) => Promise<Record<string, unknown>[]>;

/** How an action repeats. */
export interface ActionRule {
  action: string;
  rule: PeriodRule;
}

/** Looks for actions that repeat by another rule than when members claimed them. */
export async function checkRules(rows: Rows, rules: readonly ActionRule[], findings: Findings): Promise<void> {
  const { warn, fail } = findings.of('rules');
  for (const change of await drive(changedRules(rules), rows)) {
    const { action, rule, before, forEver } = change;
    if (forEver > 0) fail(ruleIssue(change));
    else warn(`${action} repeats ${rule} now, and did ${before.join(', ')} when it was claimed: ${CARRIED_OVER}`);
  }
}

async function drive<T>(operation: Operation<T>, rows: Rows): Promise<T> {
  let step = operation.next();
  while (!step.done) {
    const { value: statement } = step;
    const answer = 'sql' in statement ? await rows(statement.sql, ...statement.params) : [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has text and integers only
    step = operation.next(answer as Row[]);
  }
  return step.value;
}
