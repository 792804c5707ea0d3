import type { Row, Value } from '../../../src/ledger/operation.ts';
import type { PostgresClient, PostgresResult } from '../../../src/ledger/postgres.ts';

export type Answer = PostgresResult | PostgresResult[];
export type Query = (text: string, values?: Value[]) => Promise<Answer>;

/** The types bigint and numeric, which `pg` returns as text. */
const WIDE_NUMBERS = new Set([20, 1700]);

/** A `query` that sends the statements of a pipeline one by one. */
export function oneByOne(query: Query): PostgresClient['query'] {
  return (asked: Parameters<PostgresClient['query']>[0] | string, values?: unknown[]) => {
    if (typeof asked === 'string') return query(asked, values as Value[] | undefined);
    void (async () => {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        for (const { sql, values: own } of asked.asked) asked.answer(rowsIn(await query(sql.text, [...own])));
        asked.handleReadyForQuery();
      } catch (error) {
        asked.handleError(error);
      }
    })();
    return Promise.resolve([]);
  };
}

function rowsIn(answer: Answer): Row[] {
  if (Array.isArray(answer)) throw new TypeError('one statement gave several results');
  const wide = answer.fields.filter(({ dataTypeID }) => WIDE_NUMBERS.has(dataTypeID)).map(({ name }) => name);
  return answer.rows.map((row) => {
    const narrow = wide.map((name) => [name, row[name] === null ? null : Number(row[name])]);
    return { ...row, ...Object.fromEntries(narrow) } as Row;
  });
}
