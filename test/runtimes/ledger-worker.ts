/** Answers calls of ledgers in Durable Objects, each by its path. */
import { type DurableObjectStorage, durableObjectLedger } from '../../src/ledger/durable-object.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { answerLedgerCall } from './ledger-over-http.ts';

interface Stub {
  fetch(request: Request): Promise<Response>;
}

interface Bindings {
  LEDGER: { getByName(name: string): Stub };
}

export class LedgerObject {
  readonly #ledger: Ledger;

  constructor({ storage }: { storage: DurableObjectStorage }) {
    this.#ledger = durableObjectLedger(storage);
  }

  fetch(request: Request): Promise<Response> {
    return answerLedgerCall(request, this.#ledger);
  }
}

export default {
  fetch: (request: Request, { LEDGER }: Bindings): Promise<Response> =>
    LEDGER.getByName(new URL(request.url).pathname).fetch(request),
};
