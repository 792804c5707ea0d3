import type { Findings } from '../../common/finding.ts';

/** What widgets send with a claim that browsers ask about before (Fetch standard, section 4.8). */
const SENT = ['authorization', 'content-type', 'idempotency-key'];

type Ask = (url: string, init?: RequestInit) => Promise<Response>;

/** Looks whether pages of the origin may claim, and read the answers: both are asked as their browsers would. */
export async function checkOrigin(
  { origin, action }: { origin: string; action: string },
  ask: Ask,
  findings: Findings,
): Promise<void> {
  const { ok, fail } = findings.of('proxy');
  const { allowed, lacking } = await preflight(action, origin, ask);
  if (allowed === null) {
    return fail(
      `pages of ${origin} may not use it: is that the config that it runs with, or does something in front of it take headers away?`,
    );
  }
  if (allowed !== origin) {
    return fail(
      `pages of ${origin} may not use it: something in front of it makes Access-Control-Allow-Origin '${allowed}'. Leave that to the proxy`,
    );
  }
  if (lacking.length > 0) {
    return fail(
      `pages of ${origin} may not send ${lacking.join(' and ')} with a claim: something in front of it changes Access-Control-Allow-Headers. Leave that to the proxy`,
    );
  }
  const answer = await ask(action, { headers: { origin } });
  await answer.body?.cancel();
  if (answer.headers.get('access-control-allow-origin') === origin) return ok(`pages of ${origin} may use it`);
  fail(
    `pages of ${origin} cannot read its answers: something in front of it lets preflights alone keep Access-Control-Allow-Origin. Leave that to the proxy`,
  );
}

/** What a preflight of a claim from the origin is answered: for whom, and which headers of a claim are not allowed. */
export async function preflight(
  action: string,
  origin: string,
  ask: Ask,
): Promise<{ allowed: string | null; lacking: readonly string[] }> {
  const { headers, body } = await ask(`${action}/claims`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': SENT.join(','),
    },
  });
  await body?.cancel();
  const listed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/[\s,]+/);
  return {
    allowed: headers.get('access-control-allow-origin'),
    lacking: SENT.filter((name) => !listed.includes(name)),
  };
}
