import type { Row } from '../operation.ts';
import type { Session } from './connections.ts';
import type { Execution } from './execution.ts';
import type { Asked } from './statement.ts';

/** What came of the operations of a transaction. */
interface CarriedOut {
  /** The rows of the statements that began the transaction. */
  begun: Row[][];
  /** The statements that have not been sent yet. */
  rest: Asked[];
}

/**
 * Begins a transaction and runs the operations in it, interleaved: each round trip has the next statements of all of them. Statements are
 * sorted, so that every process locks rows in the same order and no two transactions wait for each other.
 */
export async function carryOut(
  session: Session,
  begin: readonly Asked[],
  executions: readonly Execution<unknown>[],
): Promise<CarriedOut> {
  let turns = executions.map((execution) => ({ execution, asked: execution.next([], []) }));
  let begun: Row[][] | null = null;
  while (begun === null || turns.some(({ execution }) => !execution.isOver)) {
    const head: readonly Asked[] = begun === null ? begin : [];
    const inOrder = turns.toSorted((one, other) => compare(one.asked.at(-1), other.asked.at(-1)));
    // oxlint-disable-next-line no-await-in-loop -- what is asked next follows from the answers
    const answers = await session.run([...head, ...inOrder.flatMap(({ asked }) => asked)]);
    begun ??= answers.splice(0, head.length);
    turns = inOrder.map(({ execution, asked }) => ({
      execution,
      asked: execution.next(asked, answers.splice(0, asked.length)),
    }));
  }
  return { begun, rest: turns.flatMap(({ asked }) => asked) };
}

/** Orders statements by their SQL, and then by their values. */
function compare(one: Asked | undefined, other: Asked | undefined): number {
  if (!one || !other) return one ? 1 : other ? -1 : 0;
  if (one.sql !== other.sql) return one.sql.name < other.sql.name ? -1 : 1;
  const at = one.values.findIndex((value, index) => value !== other.values[index]);
  return at < 0 ? 0 : String(one.values[at]) < String(other.values[at]) ? -1 : 1;
}
