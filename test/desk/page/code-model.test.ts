import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CodeView } from '../../../src/desk/api-types.ts';
import { CodeModel } from '../../../src/desk/page/code-model.ts';
import { DeskClient } from '../../../src/desk/page/desk-client.ts';
import { SilentHost } from './host.ts';

const MINUTE = 60_000;
const QUERY = new URLSearchParams({ action: 'meetup' });

/** A proxy whose clock is ahead of the browser's by so much. */
class CodeDesk extends DeskClient {
  readonly #aheadMs: number;

  constructor(aheadMs: number) {
    super();
    this.#aheadMs = aheadMs;
  }

  override code = async (): Promise<CodeView> => {
    const now = Date.now() + this.#aheadMs;
    return {
      action: 'meetup',
      code: '123456',
      nextAt: now + MINUTE,
      goodUntil: now + 2 * MINUTE,
      shownSeconds: 60,
      now,
      qr: null,
    };
  };
}

describe("the code on the desk's page", () => {
  for (const [clock, aheadMs] of [
    ['ahead of', -3_600_000],
    ['like', 0],
    ['behind', 3_600_000],
  ] as const) {
    it(`is shown for as long as it counts, on a screen whose clock is ${clock} that of the proxy`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 26) });
      const model = new CodeModel(new CodeDesk(aheadMs), new SilentHost());
      await model.open(QUERY);
      t.after(() => model.close());
      assert.equal(model.shown?.code, '123456');
      assert.equal(model.left, 60);
      t.mock.timers.tick(2 * MINUTE - 1);
      assert.equal(model.shown?.code, '123456');
      t.mock.timers.tick(1);
      assert.equal(model.shown, null);
    });
  }
});
