import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import type { Alert } from '../../../src/proxy/alerts/alerts.ts';
import { alertText } from '../../../src/proxy/alerts/alert-text.ts';
import { chatForm } from '../../../src/proxy/alerts/chat.ts';
import { chatFormAt } from '../../../src/proxy/alerts/chat-forms.ts';
import { setUp } from '../support/setup.ts';

const SAMPLES: { [Kind in Alert['kind']]: Extract<Alert, { kind: Kind }> } = {
  'blocked-member': { kind: 'blocked-member', action: 'daily', member: 'ab12', list: 'block', dryRun: false },
  'many-ids': { kind: 'many-ids', action: 'daily', address: 'cd34', count: 9, spanSeconds: 600, dryRun: true },
  'wrong-ids': { kind: 'wrong-ids', address: 'cd34', count: 9, spanSeconds: 60, dryRun: false },
  'many-refusals': { kind: 'many-refusals', action: 'daily', count: 20, spanSeconds: 600 },
  'unknown-claims': { kind: 'unknown-claims', count: 1, oldestAt: '2026-06-01T00:00:00.000Z' },
  'late-reply': { kind: 'late-reply', action: 'daily', claim: '01abc', said: 'granted', recorded: 'released' },
  'breaker-opened': { kind: 'breaker-opened', service: 'default' },
  'key-refused': { kind: 'key-refused', service: 'default' },
  'ledger-failed': { kind: 'ledger-failed', reason: 'full' },
  'delivery-failed': { kind: 'delivery-failed', receiver: 'shop', outcome: 'status 500' },
  'budget-low': { kind: 'budget-low', points: 80, budget: 100, percent: 80 },
};
const AT = { at: '2026-06-01T00:00:00.000Z', more: 0 };

/** A chat that takes messages. */
async function chat(t: TestContext): Promise<{ url: string; bodies: Record<string, unknown>[] }> {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const take = async () => {
      bodies.push(JSON.parse(await text(request)));
      response.writeHead(204).end();
    };
    void take();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, bodies };
}

describe('an alert in words', () => {
  for (const alert of Object.values(SAMPLES)) {
    it(`says what is wrong, and in a line of its own what to do: ${alert.kind}`, () => {
      const [wrong = '', todo = '', ...rest] = alertText({ ...alert, ...AT }).split('\n');
      assert.match(wrong, /^[A-Z0-9].{20,}\.$/);
      assert.match(todo, /^\w.{20,}\.$/);
      assert.deepEqual(rest, []);
      assert.ok(!/undefined|null|NaN|\bobject\b/.test(wrong + todo));
      // The commands open only some databases, the desk works on all.
      if (/rewards (?:claims|deliveries)/.test(todo) || alert.kind === 'ledger-failed')
        assert.match(todo, /at the desk/);
    });
  }

  it('says within which time it was, and that nobody was refused in a dry run', () => {
    const many = { kind: 'many-ids', address: 'a', count: 9, ...AT } as const;
    for (const [spanSeconds, time] of [
      [20, '20 seconds'],
      [60, 'a minute'],
      [600, '10 minutes'],
    ] as const) {
      for (const dryRun of [true, false]) {
        const end = dryRun ? ' (a dry run: nobody was refused).' : '.';
        const [wrong] = alertText({ ...many, spanSeconds, dryRun }).split('\n');
        assert.equal(wrong, `One address (a) claimed for 9 members within ${time}${end}`);
      }
    }
  });

  it('says how many like it were passed over', () =>
    assert.match(
      alertText({ kind: 'key-refused', service: 'default', at: AT.at, more: 3 }),
      /\n\(3 more like it since the last message\.\)$/,
    ));
});

describe('alerts in a chat', () => {
  for (const form of ['discord', 'slack'] as const) {
    it(`are posted as ${form} takes them`, async (t) => {
      const { url, bodies } = await chat(t);
      await using setup = setUp({ config: { alertChat: { url, form }, members: { block: ['mallory'] } } });
      await setup.claim('daily', { memberId: 'mallory' });
      await setup.proxy.close();
      const [{ content, text: words, ...others } = assert.fail()] = bodies;
      assert.equal(bodies.length, 1);
      assert.match(
        String(form === 'discord' ? content : words),
        /^Member [0-9a-f]{16} may not claim, but asked for daily\.\n/,
      );
      assert.deepEqual(others, form === 'discord' ? { allowed_mentions: { parse: [] } } : {});
    });
  }

  it('hold no mention and no link, whatever is in them', () => {
    const event = {
      kind: 'delivery-failed',
      receiver: 'shop',
      outcome: '<!channel> & <https://a.example|x>',
      ...AT,
    } as const;
    const { text: words } = chatForm('slack').body(event) as { text: string };
    assert.ok(!/[<>]|&(?!amp;|lt;|gt;)/.test(words));
    const { content } = chatForm('discord').body({ ...event, outcome: 'x'.repeat(5_000) }) as { content: string };
    assert.ok(content.length <= 2_000);
  });

  it('are posted in the form that the address tells of', () => {
    assert.equal(chatFormAt('https://discord.com/api/webhooks/1/abc'), 'discord');
    assert.equal(chatFormAt('https://canary.discord.com/api/webhooks/1/abc'), 'discord');
    assert.equal(chatFormAt('https://hooks.slack.com/services/T/B/x'), 'slack');
    for (const other of ['https://discord.com.example.org/', 'https://mattermost.example.org/hooks/x', 'none'])
      assert.equal(chatFormAt(other), null);
  });
});
