import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { parseJson } from '../../common/parse-json.ts';
import {
  CLAIM_STATES,
  type ClaimRecord,
  type Grant,
  GRANT_STATES,
  REMARK_UNKNOWN,
  tracedMember,
} from '../../ledger/index.ts';
import { claimTime } from '../../ledger/claims/claim-id.ts';
import { NOT_UTF_8 } from '../config/read-text-file.ts';
import { chunksAsync } from '../../common/chunks.ts';

const PAGE = 200;

const Time = z.int();
const Grant = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('points'), points: z.int(), remark: z.string() }),
  z.object({ kind: z.literal('role'), roleId: z.string(), roleName: z.string(), remark: z.string() }),
]);

/** A claim, as `rewards claims export --format json` writes it. */
const Exported = z.object({
  id: z.string().length(30),
  action: z.string(),
  memberId: z.string(),
  service: z.string(),
  period: z.string(),
  nextClaimAt: z.nullable(Time),
  state: z.enum(CLAIM_STATES),
  streak: z.nullable(z.int()),
  fields: z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  createdAt: Time,
  updatedAt: Time,
  grants: z.array(
    z.object({
      index: z.int(),
      order: Grant,
      state: z.enum(GRANT_STATES),
      attempts: z.int(),
      deadline: Time,
      echo: z.nullable(Grant),
      evidence: z.unknown(),
    }),
  ),
});

/** A claim, as the log of the proxy tells of it. */
const Logged = z.object({
  msg: z.literal('claim'),
  claim: z.string().length(30),
  action: z.string(),
  state: z.enum(CLAIM_STATES),
  service: z.string(),
  period: z.string(),
  nextClaimAt: z.nullable(Time),
  streak: z.nullable(z.int()),
  trace: z.string().regex(/^[0-9a-f]{64}$/),
  grants: z.array(
    z.object({
      kind: z.enum(['points', 'role']),
      state: z.enum(GRANT_STATES),
      points: z.optional(z.int()),
      role: z.optional(z.string()),
      status: z.optional(z.int()),
      code: z.optional(z.int()),
      attempts: z.optional(z.int()),
    }),
  ),
  time: z.optional(z.union([z.string(), z.number()])),
});

/** How JSON in UTF-16 begins when it is read as UTF-8. A single NUL proves nothing: a log that was truncated while it was written has some. */
const IN_UTF_16 = '{\0"';

/** The claims of a JSON export or of a log, in chunks. Rejects if the text is UTF-16, as PowerShell may write it. */
export async function* claimsInLines(path: string, since: number): AsyncGenerator<ClaimRecord[]> {
  yield* chunksAsync(claimsIn(path, since), PAGE);
}

async function* claimsIn(path: string, since: number): AsyncGenerator<ClaimRecord> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line.includes(IN_UTF_16)) throw new Error(`it ${NOT_UTF_8}`);
    const claim = claimIn(line);
    if (claim && Math.max(claim.createdAt, claim.updatedAt) >= since) yield claim;
  }
}

/** Null for a line that is no claim. Text before the JSON, such as a timestamp, is ignored. */
function claimIn(line: string): ClaimRecord | null {
  const begin = line.indexOf('{');
  if (begin < 0) return null;
  const json = parseJson(line.slice(begin));
  const exported = Exported.safeParse(json);
  if (exported.success) return exported.data;
  const logged = Logged.safeParse(json);
  return logged.success ? fromLog(logged.data) : null;
}

function fromLog({
  claim: id,
  trace,
  grants,
  action,
  state,
  service,
  period,
  nextClaimAt,
  streak,
  time,
}: z.infer<typeof Logged>): ClaimRecord {
  const createdAt = claimTime(id);
  // A claim that was taken up again has a line for each time.
  const loggedAt = new Date(time ?? Number.NaN).getTime();
  return {
    id,
    action,
    state,
    service,
    period,
    nextClaimAt,
    streak,
    createdAt,
    memberId: tracedMember(trace),
    fields: null,
    updatedAt: Number.isNaN(loggedAt) ? createdAt : loggedAt,
    grants: grants.map(({ kind, state: became, points = 0, role = '', status, code, attempts = 1 }, index) => {
      const order: Grant =
        kind === 'points'
          ? { kind, points, remark: REMARK_UNKNOWN }
          : { kind, roleId: role, roleName: '', remark: REMARK_UNKNOWN };
      const echo = became === 'granted' ? order : null;
      return { index, order, state: became, attempts, deadline: createdAt, echo, evidence: { status, code } };
    }),
  };
}
