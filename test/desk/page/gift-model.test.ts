import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { GiftRunView } from '../../../src/desk/api-types.ts';
import { DeskClient } from '../../../src/desk/page/desk-client.ts';
import { GiftModel } from '../../../src/desk/page/gift-model.ts';
import { SilentHost } from './host.ts';

/** A file of which so many lines are still to be given. */
const held = (left: number): GiftRunView => ({
  id: 'file-1',
  name: 'quest.csv',
  look: {
    total: 40,
    fresh: { lines: 40, points: 80, roles: 0, members: 1 },
    known: { granted: 0, refused: 0, unknown: 0, pending: 0 },
    foreign: [],
  },
  run: {
    total: 40,
    granted: 40 - left,
    points: 0,
    roles: 0,
    alreadyGiven: 0,
    refused: 0,
    unknown: 0,
    pending: 0,
    left,
    stopped: null,
    lines: [],
    isOver: left === 0,
  },
});

class RunningDesk extends DeskClient {
  left = 30;
  override giftFile = async (): Promise<GiftRunView> => held(this.left);
  override startGifts = async (): Promise<GiftRunView> => held(this.left);
}

describe("a file of gifts on the desk's page", () => {
  it('is followed for as long as it is given, and then no more', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const [api, host] = [new RunningDesk(), new SilentHost()];
    const model = new GiftModel(api, host);
    /** The page looks once more. */
    const look = async () => {
      t.mock.timers.tick(500);
      await turn();
    };
    await model.start(held(40), 'Wren');
    for (const left of [20, 10, 0]) {
      api.left = left;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await look();
      assert.equal(model.file?.run?.left, left);
    }
    assert.deepEqual(host.saidTexts, ['quest.csv: Finished: 40 of 40']);
    assert.deepEqual(host.names, ['Wren']);
    api.left = 40;
    await look();
    assert.equal(model.file?.run?.left, 0);
  });

  it('is what is shown first while one is given, or was', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const model = new GiftModel(new RunningDesk(), new SilentHost());
    class IdleDesk extends DeskClient {
      override giftFile = async (): Promise<GiftRunView> => ({ ...held(40), run: null });
    }
    const idle = new GiftModel(new IdleDesk(), new SilentHost());
    await Promise.all([model.open(), idle.open()]);
    assert.deepEqual([model.tab, idle.tab], ['file', 'one']);
  });
});
