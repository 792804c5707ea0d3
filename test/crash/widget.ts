import type { ChildProcess } from 'node:child_process';
import type { Answer } from './visitor.ts';

const TRIES = 4;

/** Where a proxy answers; null once there is none any more. */
export interface Site {
  origin(): Promise<string | null>;
}

/** One press of the button: the same key over every retry, until an answer comes that is no failure of the proxy's own. */
export async function claimAsWidget(site: Site, action: string, memberId: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  let answer: Answer = { status: 0, id: null };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const origin = await site.origin();
    if (origin === null) return answer;
    try {
      const response = await fetch(`${origin}/rewards/actions/${action}/claims`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ memberId }),
      });
      const { id = null } = (await response.json()) as { id?: string };
      answer = { status: response.status, id };
      if (response.status !== 500) return answer;
    } catch {
      // The proxy died. Whether it took the claim is what the next try finds out.
    }
  }
  return answer;
}

/** The port that the process prints. Rejects where it ends before that. */
export async function portOf(child: ChildProcess): Promise<string> {
  const printed = Promise.withResolvers<string>();
  child.stdout?.setEncoding('utf8').once('data', printed.resolve);
  child.once('exit', (code) => printed.reject(new Error(`the proxy ended with ${code} before it listened`)));
  return (await printed.promise).trim();
}
