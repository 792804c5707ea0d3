/** Has ledgers in Durable Objects, calls the service and reads a chain, in a Worker. */
import { type DurableObjectStorage, durableObjectLedger } from '../../src/ledger/durable-object.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { fetchTransport } from '../../src/service/index.ts';
import { callService } from '../service/call-service.ts';
import { answerWith, type Call, callLedger } from './answer.ts';
import { checkOnchain } from './check-onchain.ts';

interface Bindings {
  LEDGER: { getByName(name: string): { fetch(request: Request): Promise<Response> } };
}

export class LedgerObject {
  readonly #ledger: Ledger;

  constructor({ storage }: { storage: DurableObjectStorage }) {
    this.#ledger = durableObjectLedger(storage, { create: true });
  }

  async fetch(request: Request): Promise<Response> {
    const call = (await request.json()) as Extract<Call, { ledger: string }>;
    return answerWith(() => callLedger(this.#ledger, call.call));
  }
}

const transport = fetchTransport();

export default {
  async fetch(request: Request, { LEDGER }: Bindings): Promise<Response> {
    const call = (await request.clone().json()) as Call;
    if ('ledger' in call) return LEDGER.getByName(call.ledger).fetch(request);
    return answerWith(async () =>
      'service' in call ? callService(transport, call.service) : checkOnchain(call.onchain),
    );
  },
};
