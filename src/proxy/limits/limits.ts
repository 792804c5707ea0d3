import type { Allowance, Ledger, Spent } from '../../ledger/index.ts';
import { ClientAddresses } from '../client-address/index.ts';
import type { ProblemReply } from '../problem.ts';
import { Clients } from './clients.ts';
import { DailyNames } from './daily-names.ts';
import { Judge, type JudgeContext } from './judge.ts';
import { MemoryAllowances } from './memory-allowances.ts';
import { type LimitName, type LimitsSettings, policiesOf, type Policy, type Use, useOf } from './policy.ts';
import { type Standing, standingOf } from './standing.ts';

export interface LimitsContext extends JudgeContext {
  limits: LimitsSettings;
  trustedProxies: readonly string[];
  ledger: Ledger;
}

/** What limits know of a request, and note on it. */
export interface Counted {
  readonly requestId: string;
  /** The address that the connection came from. */
  readonly peer: string | undefined;
  /** By what name the client is counted; null where no address is known. */
  client: string | null;
  /** How the client stands, for the answer to say. */
  standing: Standing | null;
}

/** All that come without an address are counted together. */
const NOBODY = 'nobody';

/**
 * Counts what is asked for, and says when it is too much. Requests of any kind are counted in this process alone, since to write
 * each into a ledger would cost more than to answer it; claims are counted there as well where the config says so.
 */
export class Limits {
  readonly #context: LimitsContext;
  readonly #policies: ReadonlyMap<LimitName, Policy>;
  readonly #memory = new MemoryAllowances();
  readonly #names: DailyNames;
  readonly #clients: Clients;
  readonly #judge: Judge;

  constructor(context: LimitsContext) {
    const { limits, trustedProxies, logger, metrics } = context;
    this.#context = context;
    this.#policies = policiesOf(limits);
    this.#names = new DailyNames(limits.shared?.secret ?? null);
    this.#clients = new Clients(new ClientAddresses(trustedProxies), this.#names, logger);
    this.#judge = new Judge(context);
    for (const { name, refuses } of this.#policies.values()) if (refuses) metrics.expectLimited(name);
  }

  /** Counts a request of whatever kind, and notes whose it is. Tells why it may not be answered, or null. */
  request(request: Request, counted: Counted): ProblemReply | null {
    if (this.#policies.size === 0) return null;
    const now = this.#context.now();
    counted.client = this.#clients.nameOf(request, counted.peer, now);
    const uses = this.#uses('requests', counted.client ?? NOBODY);
    return this.#read(uses, this.#memory.spend(allowancesOf(uses), now), { counted, action: null, now });
  }

  /** Counts a claim for a member who is known for what they say they are. Tells why it may not be made, or null. */
  async claim(
    { action, memberId }: { action: string; memberId: string },
    counted: Counted,
  ): Promise<ProblemReply | null> {
    if (this.#policies.size === 0) return null;
    const now = this.#context.now();
    const { client } = counted;
    const from = client ?? NOBODY;
    const member = this.#nameOf(memberId, now);
    let uses = [
      ...this.#uses('claims', from),
      ...this.#uses('wrongIds', from, { peek: true }),
      ...this.#uses('member', member),
      ...this.#uses('action', action),
      // Of those who come without an address, many are to be expected.
      ...(client === null ? [] : this.#uses('manyIds', from, { once: `named ${from} ${member}` })),
    ];
    while (uses.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- what comes after an excess is counted only if that refuses nothing
      const results = await this.#spend(uses, now);
      const problem = this.#read(uses, results, { counted, action, now });
      if (problem) return problem;
      uses = uses.slice(results.length);
    }
    return null;
  }

  /** Counts an id that was malformed (null), or that the service refused: each of those once, however often it is tried. */
  async wrongId(memberId: string | null, { client }: Counted): Promise<void> {
    const now = this.#context.now();
    const from = client ?? NOBODY;
    const once = memberId === null ? {} : { once: `wrong ${from} ${this.#nameOf(memberId, now)}` };
    await this.#spend(this.#uses('wrongIds', from, once), now);
  }

  #uses(name: LimitName, whom: string, how?: Pick<Allowance, 'peek' | 'once'>): Use[] {
    const policy = this.#policies.get(name);
    return policy ? [useOf(policy, whom, how)] : [];
  }

  /** This process's own memory first: who is refused here need not trouble the ledger. */
  async #spend(uses: readonly Use[], now: number): Promise<Spent[]> {
    const here = this.#memory.spend(allowancesOf(uses), now);
    const { limits, ledger } = this.#context;
    const excess = here.findIndex(({ had }) => !had);
    if (!limits.shared || uses[excess]?.policy.refuses) return here;
    const asked = excess < 0 ? uses : uses.slice(0, excess);
    const there = asked.length > 0 ? await ledger.spend(allowancesOf(asked), now) : [];
    return there.every(({ had }) => had) ? [...there, ...here.slice(there.length)] : there;
  }

  /** Notes how the client stands. Tells why the request is refused, or null. */
  #read(
    uses: readonly Use[],
    results: readonly Spent[],
    { counted, action, now }: { counted: Counted; action: string | null; now: number },
  ): ProblemReply | null {
    for (const [index, spent] of results.entries()) {
      const policy = uses[index]?.policy;
      if (!policy) continue;
      const standing = standingOf(policy, spent.wholeAt, now);
      const { requestId, client } = counted;
      const problem = spent.had ? null : this.#judge.problem({ standing, requestId, client: client ?? NOBODY, action });
      // How members and actions fare is nobody's business, unless it is in the way.
      if (problem || policy.name === 'requests' || policy.name === 'claims') counted.standing = standing;
      if (problem) return problem;
    }
    return null;
  }

  #nameOf(memberId: string, now: number): string {
    return this.#names.of(`member ${memberId}`, now);
  }
}

function allowancesOf(uses: readonly Use[]): Allowance[] {
  return uses.map(({ allowance }) => allowance);
}
