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

/** The proxy's parts, for the owner's own pages, such as the desk. They can see and decide everything: never give them to visitors. */
export interface Inside {
  /** Answers a request like `fetch`, but without making a `Response`. Never rejects. */
  readonly answer: (request: Incoming, connection?: Connection) => Promise<Answer>;
  readonly ledger: Ledger;
  readonly actions: ReadonlyMap<string, Action>;
  /** The rule for member ids. */
  readonly ids: MemberIds;
  /** The community servers by name. */
  readonly upstreams: ReadonlyMap<string, Upstream>;
  /** Gives by hand, without an entry in the audit. */
  readonly gifts: () => Promise<Gifts>;
  /** Gives one gift, with an entry in the audit. */
  readonly award: (gift: Gift) => Promise<GiftOutcome>;
  /** Settles what any process left in flight past its deadline, unless that was done in the last five seconds. Rejects if the ledger fails. */
  readonly recover: () => Promise<void>;
  /** Aborted when the proxy begins to close. */
  readonly closing: AbortSignal;
  /** Known outcomes that the ledger could not record yet. */
  readonly kept: { readonly count: number };
  /** The names of the receivers of events about claims. */
  readonly receivers: readonly string[];
  /** The rotating code of each action that has exactly one. */
  readonly codes: ReadonlyMap<string, RotatingCodeSettings>;
  /** The sites that may use the proxy. */
  readonly origins: readonly string[];
  readonly logger: Logger;
}
