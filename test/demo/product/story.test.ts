import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Claim } from '../../../src/contract/claim.ts';
import { Story } from '../../../demo/product/story.ts';
import { COMMUNITY, LEDGER, type Line, PAGE, PROXY } from '../../../demo/product/way.ts';

const STATIONS = { [PAGE]: 'page', [PROXY]: 'proxy', [LEDGER]: 'ledger', [COMMUNITY]: 'community' };
const claim = (id: string): Claim => ({
  id,
  action: 'daily',
  memberId: '739204618530271847',
  status: 'granted',
  grants: [{ type: 'points', points: 10, remark: 'Daily check-in' }],
  claimedAt: '2026-11-26T12:00:00.000Z',
  nextClaimAt: '2026-11-27T00:00:00.000Z',
  streak: null,
});

/** What is drawn once a story is over. */
const WAITS = 'waits for a press';

/** A way that is gone in no time, all that was drawn on it, of which claims the lines stood in the way, and when it waits again. */
function drawnWay() {
  const drawn: string[] = [];
  const held: string[] = [];
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const note = (text: string) => {
    drawn.push(text);
    if (text === WAITS) resolve();
  };
  const way = {
    clear() {},
    light() {},
    async check() {},
    async pause() {},
    async go(from: keyof typeof STATIONS, to: keyof typeof STATIONS, { lost = false } = {}) {
      note(`${STATIONS[from]} → ${STATIONS[to]}${lost ? ', lost' : ''}`);
    },
    stop: (at: keyof typeof STATIONS) => note(`stop at ${STATIONS[at]}`),
    decide: (text: string) => note(text),
    write(lines: readonly Line[], _margin: string, line?: Line) {
      if (line) held.push(line.claim);
      note(`lines: ${lines.map(({ cameTo }) => cameTo).join()}`);
    },
  };
  return { drawn, held, way, waits };
}

/** What is told of a press, up to its end. */
async function told(press: (story: Story) => void, name = () => 'Noor') {
  const { drawn, held, way, waits } = drawnWay();
  const said: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is all that a story does with them
  const story = new Story(way as never, (text, atDesk = '') => said.push(`${text} ${atDesk}`.trim()), name);
  press(story);
  story.heard(() => {});
  story.waits();
  await waits;
  return { drawn: drawn.slice(0, drawn.indexOf(WAITS)), held, said: said.slice(0, -1) };
}

describe('the story of a press on the front page', () => {
  it('has the line written before the community is asked, and closed once that has answered', async () => {
    const { drawn } = await told((story) => story.granted(claim('claim-1')));
    assert.deepEqual(drawn, [
      'go ahead',
      'proxy → ledger',
      'lines: reserved',
      'ledger → community',
      'community → ledger',
      'lines: granted',
      'ledger → page',
      'paid once',
    ]);
  });

  it('ends at the ledger where the slot is taken, and asks nobody', async () => {
    const { drawn } = await told((story) => story.refused('already-claimed'));
    assert.deepEqual(drawn, ['proxy → ledger', 'stop at ledger', 'lines: ', 'has had it today', 'ledger → page']);
  });

  it('shows the line of the member who presses as the one that stands in the way', async () => {
    let name = 'Noor';
    const { held } = await told(
      (story) => {
        story.granted(claim('claim-1'));
        name = 'Wren';
        story.granted(claim('claim-2'));
        name = 'Noor';
        story.refused('already-claimed');
      },
      () => name,
    );
    assert.deepEqual(held, ['claim-1']);
  });

  it('shows the line of the claim that was given where one before it was not', async () => {
    const { held } = await told((story) => {
      story.pending(claim('claim-1'));
      story.refused('unreachable');
      story.granted(claim('claim-2'));
      story.refused('already-claimed');
    });
    assert.deepEqual(held, ['claim-1', 'claim-2']);
  });

  it('ends at the proxy where that said no', async () => {
    const { drawn } = await told((story) => story.refused('rate-limited'));
    assert.deepEqual(drawn, ['stop at proxy', 'not this time']);
  });

  it('does not say what became of a claim that nobody has answered', async () => {
    const { drawn, said } = await told((story) => story.refused('no-reply'));
    assert.deepEqual(drawn, ['proxy → page, lost', 'stop at page', 'no answer yet']);
    assert.match(said.at(-1) ?? '', /cannot know\. Press again/);
  });

  it('does not say that what was lost is paid, nor has it sent again when it is asked for again', async () => {
    const { drawn } = await told((story) => {
      story.pending(claim('claim-1'));
      story.pending(claim('claim-1'));
    });
    assert.equal(drawn.filter((one) => one === 'ledger → community').length, 1);
    assert.equal(drawn.filter((one) => one === 'not confirmed yet').length, 2);
    assert.ok(drawn.includes('lines: unknown') && !drawn.includes('lines: granted'));
  });

  it('has the one line settled, and sends nothing, once it is known what came of a lost reply', async () => {
    const settled = async (settle: (story: Story) => void) => {
      const { drawn, said } = await told((story) => {
        story.pending(claim('claim-1'));
        settle(story);
      });
      return { after: drawn.slice(drawn.indexOf('not confirmed yet') + 1), last: said.at(-1) };
    };
    const granted = await settled((story) => story.granted(claim('claim-1')));
    assert.deepEqual(granted.after, ['lines: granted', 'ledger → page', 'paid once']);
    assert.match(granted.last ?? '', /Noor has the points.* nothing was sent again/);
    const released = await settled((story) => story.refused('unreachable'));
    assert.deepEqual(released.after, ['lines: released', 'ledger → page', 'may claim again']);
    assert.match(released.last ?? '', /slot is free again/);
    const offline = await settled((story) => story.refused('offline'));
    assert.deepEqual(offline.after, ['stop at proxy', 'not this time']);
  });

  it('says where a person decides', async () => {
    const { said } = await told((story) => story.pending(claim('claim-1')));
    assert.match(said.at(-1) ?? '', /a person decides at the desk$/);
  });

  it('tells what a member has claimed before the page was opened, but not over what was pressed here', async () => {
    const before = await told((story) => story.found('granted'));
    assert.deepEqual(before.drawn, ['lines: granted']);
    assert.match(before.said.at(-1) ?? '', /Noor has checked in today/);
    const lost = await told((story) => {
      story.found('unknown', 'claim-1');
      story.granted(claim('claim-1'));
    });
    assert.deepEqual(lost.drawn, ['lines: unknown', 'lines: granted', 'ledger → page', 'paid once']);
    const pressed = await told((story) => {
      story.pressed();
      story.found('granted');
    });
    assert.deepEqual(pressed.drawn, ['looks at it', 'page → proxy']);
  });
});
