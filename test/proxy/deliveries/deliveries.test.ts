import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { grant } from '../../../src/ledger/conformance/bench.ts';
import { NOON, request } from '../../../src/ledger/conformance/requests.ts';
import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { createDeliveries } from '../../../src/proxy/deliveries/deliveries.ts';
import type { ReceiverSettings } from '../../../src/proxy/deliveries/config.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';
import { until } from '../support/transport.ts';
import { receiver, SECRET, startReceiver } from './receiver.ts';

/** Closes the ledger at the end of its block. */
function closing(ledger: Ledger): AsyncDisposable & { ledger: Ledger } {
  return { ledger, [Symbol.asyncDispose]: () => ledger.close() };
}

describe('what tells receivers', () => {
  /** Settings that cannot be read so many times, as a file while no more can be opened. */
  function failing(times: number, url: string): { shop: ReceiverSettings } {
    let left = times;
    const shop = {
      ...receiver(url),
      get secret() {
        left -= 1;
        if (left >= 0) throw new Error('no more files can be opened');
        return SECRET;
      },
    };
    return { shop };
  }

  function deliveriesTo(receivers: Record<string, ReceiverSettings>, ledger: Ledger, errors: string[] = []) {
    const ignore = (): void => {};
    const logger = { debug: ignore, info: ignore, warn: ignore, error: (_: object, text: string) => errors.push(text) };
    return createDeliveries({ receivers, ledger, logger, secrets: new Secrets(), failed: ignore, now: () => NOON });
  }

  it('is loaded again with the next claim where that failed, which ends no process', async (t) => {
    const { url, received, came } = await startReceiver(t);
    await using store = closing(sqliteLedger(':memory:'));
    const errors: string[] = [];
    const deliveries = deliveriesTo(failing(1, url), store.ledger, errors);
    await deliveries.start();
    await until(async () => errors.length === 1);
    assert.match(errors[0] ?? '', /could not be loaded/);
    await grant(deliveries.ledger, request());
    await came(1);
    assert.equal(received.length, 1);
    await deliveries.close();
  });

  it('closes where it could not be loaded', async () => {
    await using store = closing(sqliteLedger(':memory:'));
    const deliveries = deliveriesTo(failing(Infinity, 'http://127.0.0.1:1/'), store.ledger);
    await deliveries.start();
    await deliveries.close();
  });
});
