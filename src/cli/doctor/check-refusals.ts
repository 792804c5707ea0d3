import * as z from 'zod';
import type { Findings } from '../../desk/health/finding.ts';

/** What the proxy says of whatever it refuses. */
const Problem = z.object({ code: z.string(), requestId: z.string() });

const NOT_GIVEN =
  'the proxy\'s refusals do not arrive: something in front of it puts pages of its own in their place, so visitors are told of a failure where they have claimed already. Have it pass errors as they are (nginx: proxy_intercept_errors off, Apache: ProxyErrorOverride Off, IIS: httpErrors existingResponse="PassThrough")';

/** Looks whether refusals arrive as the proxy sends them, and claims at all. `action` is the address of one that does not exist. */
export async function checkRefusals(
  action: string,
  ask: (url: string, init?: RequestInit) => Promise<Response>,
  findings: Findings,
): Promise<void> {
  const { ok, fail } = findings.of('proxy');
  if (!(await isRefusal(await ask(action)))) return fail(NOT_GIVEN);
  const claim = await ask(`${action}/claims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (await isRefusal(claim)) return ok('claims reach it, and its refusals arrive');
  fail(
    `claims do not reach it: something in front of it answers a POST with ${claim.status} by itself. Have it let GET, POST and OPTIONS through, also without a cookie or token of its own`,
  );
}

async function isRefusal(answer: Response): Promise<boolean> {
  return Problem.safeParse(await answer.json().catch(() => null)).success;
}
