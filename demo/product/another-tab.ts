import type { Claim } from '../../src/contract/claim.ts';

/** What the proxy said: a claim, or the code of a problem. */
export type Answer = Claim | { status: 'problem'; code: string };

/** Asks the proxy for the check-in of the day as another tab of the member's would. Never rejects. */
export async function claimAgain(proxy: string, memberId: string): Promise<Answer> {
  try {
    const response = await fetch(`${proxy}/actions/daily/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ memberId }),
    });
    const answer = await response.json();
    return response.ok ? answer : { status: 'problem', code: String(answer.code) };
  } catch {
    return { status: 'problem', code: 'offline' };
  }
}
