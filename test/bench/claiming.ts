import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { newIdempotencyKey } from '../../src/elements/client/idempotency-key.ts';

const CONNECTIONS = 64;

let member = 0;

/** Claims once, for a member of its own. */
async function claim(pool: Pool, origin: string): Promise<void> {
  member += 1;
  const { statusCode, body } = await pool.request({
    path: '/rewards/actions/daily/claims',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: 'https://bench.example',
      'idempotency-key': newIdempotencyKey(),
    },
    body: JSON.stringify({ memberId: `${10n ** 17n + BigInt(member)}` }),
  });
  const text = await body.text();
  if (statusCode !== 200 && statusCode !== 201) throw new Error(`${origin} answered ${statusCode}: ${text}`);
}

/** Claims over 64 connections as fast as it is answered. Resolves with how often that was. */
export async function claimAtWill(origin: string, forMs: number): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const end = performance.now() + forMs;
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await claim(pool, origin);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  await pool.close();
  return done;
}

/** Claims so often a second, however soon it is answered. Resolves with the milliseconds from when each was due to its answer. */
export async function claimAtRate(origin: string, perSecond: number, forMs: number): Promise<number[]> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const start = performance.now();
  const waits: number[] = [];
  const under: Promise<void>[] = [];
  const claimDue = async (due: number) => {
    await claim(pool, origin);
    waits.push(performance.now() - due);
  };
  for (let next = start; next < start + forMs;) {
    for (; next <= performance.now(); next += 1000 / perSecond) under.push(claimDue(next));
    await delay(1);
  }
  await Promise.all(under);
  await pool.close();
  return waits;
}
