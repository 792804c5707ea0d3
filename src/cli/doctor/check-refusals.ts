import * as z from 'zod';
import type { Findings } from '../../common/finding.ts';

/** What the proxy says of whatever it refuses. */
const Problem = z.object({ code: z.string(), requestId: z.string() });

const NOT_GIVEN =
  'the proxy\'s refusals do not arrive: something in front of it puts pages of its own in their place, so visitors are told of a failure where they have claimed already. Have it pass errors as they are (nginx: proxy_intercept_errors off, Apache: ProxyErrorOverride Off, IIS: httpErrors existingResponse="PassThrough")';

const NOT_AS_JSON =
  'every claim is refused: something in front of it takes the header Content-Type: application/json away, or changes it. Have it pass that header as it is';

/** The addresses of an action that does not exist, and of one that does; the same, where none is known. */
export interface Asked {
  missing: string;
  action: string;
}

/** Looks whether refusals arrive as the proxy sends them, and claims as widgets send them. */
export async function checkRefusals(
  { missing, action }: Asked,
  ask: (url: string, init?: RequestInit) => Promise<Response>,
  findings: Findings,
): Promise<void> {
  const { ok, fail } = findings.of('proxy');
  if ((await refusalOf(await ask(missing))) === null) return fail(NOT_GIVEN);
  // In JSON, and no claim of anything: it is refused once it was read.
  const claim = await ask(`${action}/claims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'null',
  });
  const refusal = await refusalOf(claim);
  if (refusal === 'unsupported-media-type') return fail(NOT_AS_JSON);
  if (refusal !== null) return ok('claims reach it, and its refusals arrive');
  fail(
    `claims do not reach it: something in front of it answers a POST with ${claim.status} by itself. Have it let GET, POST and OPTIONS through, also without a cookie or token of its own`,
  );
}

/** The problem code of the proxy's refusal; null where the answer is none. */
async function refusalOf(answer: Response): Promise<string | null> {
  return Problem.safeParse(await answer.json().catch(() => null)).data?.code ?? null;
}
