import './zod-without-eval.ts';
import { createDesk } from '../../src/desk/index.ts';
import type { Handler, Proxy } from '../../src/proxy/index.ts';
import { noteFortnight } from '../fortnight.ts';
import { comingFrom } from './backend.ts';
import type { KeptGround } from './kept-ground.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * The owner's desk of a page's own proxy, below the path of that page. The page's visitor is the owner. A ledger that knows of no day but
 * this one gets a made-up fortnight first.
 */
export async function openDesk(proxy: Proxy, ground: KeptGround, mount: string): Promise<Handler> {
  const now = Date.now();
  const before = await ground.ledger.sums({ since: 0, until: now - DAY_MS });
  if (before.length === 0) await ground.notePast((ledger) => noteFortnight(ledger, now));
  const desk = createDesk({
    proxy,
    mount,
    authorize: () => ({ name: null, alias: 'this page' }),
    files: new Map([['index.html', '']]),
  });
  return { fetch: (request) => desk.fetch(comingFrom(location.origin, request)) };
}
