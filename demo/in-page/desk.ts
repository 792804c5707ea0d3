import './zod-without-eval.ts';
import { createDesk } from '../../src/desk/index.ts';
import type { Handler, Proxy } from '../../src/proxy/index.ts';
import { hasFortnight, noteFortnight } from '../fortnight.ts';
import { comingFrom } from './backend.ts';
import type { KeptGround } from './kept-ground.ts';

/**
 * The owner's desk of a page's own proxy, below the path of that page. The page's visitor is the owner. The ledger gets a made-up
 * fortnight first.
 */
export async function openDesk(proxy: Proxy, ground: KeptGround, mount: string): Promise<Handler> {
  const now = Date.now();
  if (!(await hasFortnight(ground.ledger))) await ground.notePast((ledger) => noteFortnight(ledger, now));
  const desk = createDesk({
    proxy,
    mount,
    authorize: () => ({ name: null, alias: 'this page' }),
    files: new Map([['index.html', '']]),
  });
  return { fetch: (request) => desk.fetch(comingFrom(location.origin, request)) };
}
