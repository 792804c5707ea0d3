/** One of the processes that race: tries for every prize, sixteen at a time, and grants what it wins. */
import assert from 'node:assert/strict';
import type { Ledger } from '../../src/ledger/index.ts';
import { openStore } from '../crash/store.ts';
import { type Prize, type Race, RACES } from './race.ts';

/** Where to race, for what, and with how many members. */
export interface Course {
  store: string;
  race: keyof typeof RACES;
  members: number;
}

/** What the process tells its parent at the end: what it won, and how often it was answered what. */
export interface Result {
  won: Prize[];
  kinds: Record<string, number>;
}

const AT_ONCE = 16;

/** Takes its place with the store open, and starts at the next message. */
async function enter({ store, race, members }: Course): Promise<void> {
  const ledger = openStore(store);
  await ledger.check();
  process.once('message', () => void run(ledger, RACES[race](members)));
  process.send?.('ready');
}

async function run(ledger: Ledger, race: Race): Promise<void> {
  const result: Result = { won: [], kinds: {} };
  const prizes = race.prizes.values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => tryFor(prizes, race, ledger, result)));
  await ledger.close();
  waitForCourse();
  process.send?.(result);
}

async function tryFor(prizes: Iterable<Prize>, race: Race, ledger: Ledger, { won, kinds }: Result): Promise<void> {
  for (const prize of prizes) {
    const wanted = race.request(prize);
    const reservation = await ledger.reserve(wanted);
    kinds[reservation.kind] = (kinds[reservation.kind] ?? 0) + 1;
    if (reservation.kind !== 'reserved') continue;
    won.push(prize);
    const { id, grants } = reservation.claim;
    for (const { index, order, state } of grants) {
      if (state === 'reserved') assert.ok(await ledger.send(id, index, wanted));
      await ledger.settle(id, index, { state: 'granted', echo: order, evidence: { status: 200 } }, wanted.now);
    }
  }
}

function waitForCourse(): void {
  process.once('message', (course) => void enter(course as Course));
}

waitForCourse();
