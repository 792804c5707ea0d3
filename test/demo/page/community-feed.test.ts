import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Community, followCommunity } from '../../../demo/page/community-feed.ts';
import { createEmulator, HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import { answering } from '../asked.ts';

/** What a page hears its events from. */
class Events extends EventTarget {
  static last: Events | undefined;

  constructor() {
    super();
    Events.last = this;
  }

  tell(type: string, data: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data) }));
  }
}

const server = createEmulator().state.server(HARBOUR_LIGHTS.id);
const named = (name: string) => Response.json({ servers: [{ ...server, name }], faults: [], links: {} });

/** A page that follows a community, whose answers it gets when they are given. */
function following(t: TestContext): { shown: Community[]; events: Events; answers: ((response: Response) => void)[] } {
  const before = Reflect.get(globalThis, 'EventSource');
  Reflect.set(globalThis, 'EventSource', Events);
  t.after(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'EventSource');
    else Reflect.set(globalThis, 'EventSource', before);
  });
  const answers: ((response: Response) => void)[] = [];
  answering(t, () => new Promise((resolve) => answers.push(resolve)));
  const shown: Community[] = [];
  followCommunity('https://emulator.example', (community) => shown.push({ ...community }));
  const { last: events } = Events;
  assert.ok(events);
  return { shown, events, answers };
}

describe('the community on a page', () => {
  it('is as it was asked for last, in whatever order the answers come', async (t) => {
    const { shown, events, answers } = following(t);
    events.tell('open');
    events.tell('state');
    while (answers.length < 2) await turn();
    const [first, second] = answers;
    second?.(named('newer'));
    await turn();
    first?.(named('older'));
    for (let turns = 0; turns < 5; turns += 1) await turn();
    assert.equal(shown.at(-1)?.server?.name, 'newer');
    assert.equal(shown.at(-1)?.connection, 'live');
  });

  it('is said to be away while nobody answers, and has what the bot says in its order', async (t) => {
    const { shown, events } = following(t);
    assert.equal(shown.at(-1)?.connection, 'opening');
    events.tell('error');
    assert.equal(shown.at(-1)?.connection, 'lost');
    events.tell('award', { memberName: 'Noor' });
    events.tell('role', { memberName: 'Imke' });
    events.tell('error');
    assert.deepEqual(
      shown.at(-1)?.messages.map(({ kind, event }) => [kind, event.memberName]),
      [
        ['award', 'Noor'],
        ['role', 'Imke'],
      ],
    );
    // Both may come within a millisecond.
    assert.equal(new Set(shown.at(-1)?.messages.map(({ id }) => id)).size, 2);
  });
});
