import type { Ledger } from '../ledger/index.ts';
import type { Action } from './actions/action.ts';
import type { Connection } from './http/handler.ts';
import type { Incoming } from './http/incoming.ts';
import type { Answer } from './http/respond.ts';
import type { Gift, GiftOutcome, Gifts } from './gifts/index.ts';
import type { MemberIds } from './identity/index.ts';
import type { Logger } from './monitoring/logger.ts';
import type { RotatingCodeSettings } from './proofs/kinds.ts';
import type { Upstream } from './upstream/index.ts';

/** What the proxy works with, for the owner's own pages, such as the desk. It can see and decide everything: never give it to visitors. */
export interface Inside {
  /** Answers a request as `fetch` does, without a `Response`. It never rejects. */
  readonly answer: (request: Incoming, connection?: Connection) => Promise<Answer>;
  readonly ledger: Ledger;
  readonly actions: ReadonlyMap<string, Action>;
  /** The rule for member ids. */
  readonly ids: MemberIds;
  /** The community servers by name. */
  readonly upstreams: ReadonlyMap<string, Upstream>;
  /** What the owner gives by hand, which is not noted in the audit here. */
  readonly gifts: () => Promise<Gifts>;
  /** The same of one gift, which is. */
  readonly award: (gift: Gift) => Promise<GiftOutcome>;
  /** Settles what any process left in flight past its deadline, unless that was done within five seconds. Rejects if the ledger fails. */
  readonly recover: () => Promise<void>;
  /** Is aborted once the proxy is being closed. */
  readonly closing: AbortSignal;
  /** Outcomes that are known, and that the ledger could not record yet. */
  readonly kept: { readonly count: number };
  /** The names of those who are told of claims. */
  readonly receivers: readonly string[];
  /** The codes that change, by the action, where it has one and no other. */
  readonly codes: ReadonlyMap<string, RotatingCodeSettings>;
  /** The sites that may use the proxy. */
  readonly origins: readonly string[];
  readonly logger: Logger;
}
