import { marks } from './pseudonym.ts';
import { spanOf } from '../schema.ts';

/**
 * The SQL condition for rows of `claims` under one of these names, which are its parameters. It goes through the spans of the index one by
 * one, so that it reads only these rows, however many others there are.
 */
export function isOfMember(names: readonly string[]): string {
  return `claims.id IN (
    WITH RECURSIVE spans (span) AS (
      SELECT MIN(${spanOf('created_at')}) FROM claims
      UNION ALL
      SELECT (SELECT MIN(${spanOf('later.created_at')}) FROM claims AS later WHERE ${spanOf('later.created_at')} > span) FROM spans WHERE span IS NOT NULL
    )
    SELECT own.id FROM spans CROSS JOIN claims AS own WHERE ${spanOf('own.created_at')} = span AND own.member_id IN (${marks(names)})
  )`;
}
