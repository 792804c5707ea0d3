import { setTimeout as delay } from 'node:timers/promises';
import { ACTIONS } from './actions.ts';
import { executionKey, type FaultyService, startFaultyService } from './faulty-service.ts';
import { allClaims, brokenInvariants, type Shown } from './invariants.ts';
import type { LoopReport } from './loop.ts';
import { ProxyProcesses } from './proxy-processes.ts';
import { type Random, seededRandom } from './random.ts';
import { openStore } from './store.ts';
import type { Strike } from './store-faults.ts';
import { claimAsWidget, type Site } from './widget.ts';

const VISITORS = 8;
/** Before a visitor who was sent away comes again. */
const AGAIN_MS = 10;
/** After so many in a row nobody can claim any more: a strike is over before a hundred are sent away, and then somebody can. */
const MAX_SENT_AWAY = 500;
/** Little of what the service does leaves anything open: what stays in doubt then is so because of the store. */
const OPEN_SHARE = 0.1;
/** How a member is answered who claims when it is over: it is granted, or was, or no seat is left. */
const IN_THE_END = [201, 409];

export interface FaultLoopOptions {
  store: string;
  strike: Strike;
  strikes: number;
  /** How many proxies there are. */
  processes: number;
  seed: number;
  script: string;
  bug?: string;
  thread?: boolean;
}

interface Press {
  action: string;
  memberId: string;
}

/**
 * Has a store struck so many times while visitors claim from several proxies on it, and then checks every invariant on what is left: also
 * that nothing the service said was lost, that every proxy lives and stops as it should, and that every member can claim again.
 */
export async function faultLoop(options: FaultLoopOptions): Promise<LoopReport> {
  const { store, strikes, seed } = options;
  const random = seededRandom(seed);
  await using service = await startFaultyService(random, { openShare: OPEN_SHARE });
  await using proxies = await ProxyProcesses.start(options.processes, { ...options, service: service.url });
  const strikings = new Strikings(service, () => options.strike(proxies), strikes, seededRandom(seed + 1));
  const broken: string[] = [];
  const shown: Shown[] = [];
  const pressed = new Map<string, Press>();
  const statuses = new Map<number, number>();
  let sentAway = 0;
  const isHopeless = () => sentAway >= MAX_SENT_AWAY;

  async function press(site: Site, { action, memberId }: Press): Promise<number> {
    const { status, id } = await claimAsWidget(site, action, memberId);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    sentAway = status >= 500 ? sentAway + 1 : 0;
    if (status === 201 && id !== null) shown.push({ id, action, memberId });
    return status;
  }

  async function visitor(number: number): Promise<void> {
    for (let turn = 0; !strikings.over && proxies.ended === 0 && !isHopeless(); turn += 1) {
      // Now and then several visitors claim for the same member at once.
      const memberId = `${10_000 + (random.chance(0.2) ? 0 : number)}${turn}`;
      const wanted = { action: random.pick(Object.keys(ACTIONS)), memberId };
      pressed.set(`${wanted.action} ${memberId}`, wanted);
      const presses = Array.from({ length: 1 + random.below(2) }, () => press(proxies, wanted));
      if ((await Promise.all(presses)).some((status) => status >= 500)) await delay(AGAIN_MS);
    }
  }

  await Promise.all(Array.from({ length: VISITORS }, (_, number) => visitor(number + 1)));
  if (isHopeless()) broken.push(`nobody could claim any more: ${sentAway} were sent away in a row`);
  await strikings.last;
  proxies.setClocks(() => 0);
  broken.push(...(await proxies.stop()));
  const ledger = openStore(store);
  try {
    for (const { id, action, memberId, grants } of await allClaims(ledger)) {
      for (const { state, order, evidence } of grants) {
        const isOpen = service.leftOpen.has(executionKey(memberId, action, order.kind));
        if (state === 'reserved' || state === 'sent' || (state === 'unknown' && !isOpen))
          broken.push(`${action} of ${memberId} (${id}) is left ${state}: ${JSON.stringify(evidence)}`);
      }
    }
    service.isCalm = true;
    await using next = await ProxyProcesses.start(1, { ...options, service: service.url });
    const waiting = pressed.values();
    const pressAgain = async (): Promise<void> => {
      for (const wanted of waiting) {
        const { action, memberId } = wanted;
        const isOpen = ['points' as const, 'role' as const].some((kind) =>
          service.leftOpen.has(executionKey(memberId, action, kind)),
        );
        let status = await press(next, wanted);
        // The role was left open, and is assigned again just now: that ends the claim, and it is told that its points were refused.
        if (status === 422 && isOpen) status = await press(next, wanted);
        if (!IN_THE_END.includes(status) && !(isOpen && status === 202))
          broken.push(`${memberId} is answered ${status} for ${action} in the end`);
      }
    };
    await Promise.all(Array.from({ length: VISITORS }, pressAgain));
    broken.push(...(await next.stop()));
    const claims = await allClaims(ledger);
    broken.push(...(await brokenInvariants(ledger, claims, service.executions, shown, ACTIONS)));
    const answers = Array.from(statuses, ([status, count]) => `${count} x ${status}`).join(', ');
    const summary = `${strikings.count} strikes, ${claims.length} claims, ${service.executions.size} executions, ${answers}`;
    return { broken, summary };
  } finally {
    await ledger.close();
  }
}

/** Strikes when the service is called, and when it has done what it was asked, until that was often enough. */
class Strikings {
  count = 0;
  /** Whether there were enough, or one could not be made. */
  over = false;
  /** Resolves once the last that began is over. Rejects where it could not be made. */
  last: Promise<void> = Promise.resolve();
  readonly #random: Random;
  #callsLeft = 1;

  constructor(service: FaultyService, strike: () => Promise<void>, most: number, random: Random) {
    this.#random = random;
    service.watch = () => {
      this.#callsLeft -= 1;
      if (this.#callsLeft !== 0 || this.over) return;
      this.last = this.#strike(strike, most);
      this.last.catch(() => (this.over = true));
    };
  }

  async #strike(strike: () => Promise<void>, most: number): Promise<void> {
    await strike();
    this.count += 1;
    this.over = this.count >= most;
    this.#callsLeft = 1 + this.#random.below(12);
  }
}
