import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { parseVerified, readVerified } from '../../../src/proxy/events/verify.ts';
import { MEMBER, receiving } from './receive.ts';
import { type Message, NAMES, type SenderName, SENDERS } from './senders.ts';

/** A second sender's secret, of the right form. */
const OTHER_SECRET: Record<SenderName, string> = {
  standard: `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
  github: 'another secret of GitHub for tests',
  stripe: 'whsec_another_secret_of_Stripe_for_tests',
  shopify: 'shpss_another_secret_of_Shopify_for_tests',
  tally: 'another secret of Tally for tests',
  typeform: 'another secret of Typeform for tests',
};

/** Senders that may show several signatures, what stands between these, and one that is no good. */
const MANY: Partial<Record<SenderName, { separator: string; other: string; malformed: string }>> = {
  standard: { separator: ' ', other: `v1,${Buffer.alloc(32).toString('base64')}`, malformed: 'v1,abc' },
  stripe: { separator: ',', other: `v1=${'0'.repeat(64)}`, malformed: 'v1=abc' },
};

const PAID = { outcome: 'granted', action: 'purchase' };

function withHeader({ headers, body }: Message, name: string, value: string | null): Message {
  const { [name]: _given, ...rest } = headers;
  return { body, headers: value === null ? rest : { ...rest, [name]: value } };
}

for (const name of NAMES) {
  const { header, secret, send } = SENDERS[name];
  const messageAt = (seconds: number, changes: object = {}): Message =>
    send({ id: 'evt-1', type: 'orders/paid', member: 'ann', seconds, ...changes });

  describe(`a message as ${name} signs it`, () => {
    it('is accepted, and pays once', async () => {
      await using setup = receiving(name);
      const first = await setup.send();
      assert.equal(first.status, 200);
      const { claim, ...rest } = first.body;
      assert.deepEqual(rest, { ...PAID, source: 'shop', event: 'evt-1' });
      assert.match(String(claim), /^[0-9a-z]{13}$/);
      const second = await setup.send();
      assert.deepEqual([second.status, second.body], [200, first.body]);
      assert.deepEqual(
        setup.calls.map(({ path, form }) => [path, form]),
        [['/api/1/points/award', { user_id: 'ann', points: '25', remark: 'A purchase' }]],
      );
    });

    it('is accepted with either secret while one takes the place of the other', async () => {
      await using setup = receiving(name, { source: { secret: [OTHER_SECRET[name], secret] } });
      assert.equal((await setup.send()).status, 200);
      assert.equal((await setup.send({ id: 'evt-2', secret: OTHER_SECRET[name] })).status, 200);
      assert.equal(setup.calls.length, 2);
    });

    const forgeries: Record<string, (message: Message, seconds: number) => Message> = {
      'signed with another secret': (_message, seconds) => messageAt(seconds, { secret: OTHER_SECRET[name] }),
      'with another body': ({ headers, body }) => ({ headers, body: body.replace('ann', 'eve') }),
      'with one more blank in its body': ({ headers, body }) => ({ headers, body: `${body} ` }),
      'with letters that look the same': ({ headers, body }) => ({ headers, body: body.replace('ann', 'аnn') }),
      'without a signature': (message) => withHeader(message, header, null),
      'with an empty signature': (message) => withHeader(message, header, ''),
      'with the signature twice': (message) => {
        const given = message.headers[header] ?? '';
        return withHeader(message, header, `${given}, ${given}`);
      },
      'with the signature of another form': (message) => withHeader(message, header, `sha1=${'0'.repeat(40)}`),
      'with one digit of the signature changed': (message) => {
        const given = message.headers[header] ?? '';
        const start = given.search(/[0-9a-zA-Z+/]{40}/);
        const digit = given[start + 3] === 'a' ? 'b' : 'a';
        return withHeader(message, header, given.slice(0, start + 3) + digit + given.slice(start + 4));
      },
      'with a signature that is cut': (message) => {
        const given = message.headers[header] ?? '';
        const start = given.search(/[0-9a-zA-Z+/]{40}/);
        return withHeader(message, header, given.slice(0, start + 20));
      },
    };
    for (const [what, forge] of Object.entries(forgeries)) {
      it(`is refused ${what}`, async () => {
        await using setup = receiving(name);
        const { status, body } = await setup.post(forge(messageAt(setup.seconds()), setup.seconds()));
        assert.deepEqual([status, body['code']], [400, 'invalid-request']);
        assert.equal(setup.calls.length, 0);
        assert.ok(setup.logs.some(({ message }) => message === 'an event was not accepted'));
        assert.ok(![JSON.stringify(setup.logs), JSON.stringify(body)].some((text) => text.includes(secret)));
      });
    }

    if (MANY[name]) {
      const { separator, other, malformed } = MANY[name];
      it('is accepted with a malformed signature beside a good one', async () => {
        await using setup = receiving(name);
        const message = messageAt(setup.seconds());
        const all = [malformed, message.headers[header] ?? '', malformed].join(separator);
        assert.equal((await setup.post(withHeader(message, header, all))).status, 200);
      });

      it('is accepted with eight signatures at most, of which one is good', async () => {
        await using setup = receiving(name);
        for (const [others, status] of [
          [8, 400],
          [7, 200],
        ] as const) {
          const message = messageAt(setup.seconds());
          const all = [message.headers[header] ?? '', ...Array.from({ length: others }, () => other)].join(separator);
          // oxlint-disable-next-line no-await-in-loop -- the first is to be refused before the second comes
          assert.equal((await setup.post(withHeader(message, header, all))).status, status);
        }
      });
    }

    it('does not pay again under another id', async () => {
      await using setup = receiving(name);
      const message = messageAt(setup.seconds());
      assert.equal((await setup.post(message)).status, 200);
      const ids = Object.keys(message.headers).filter((key) => /-(?:id|delivery)$/.test(key));
      for (const key of ids) {
        const { status, body } = await setup.post(withHeader(message, key, 'evt-9'));
        // Where the id is signed the message is forged; where it is not, what was signed is known.
        if (name === 'standard') assert.equal(status, 400);
        else assert.deepEqual([status, body['outcome']], [200, 'not-given']);
      }
      assert.equal(setup.calls.length, 1);
    });

    it('does not pay again under another id where the config’s own leads nowhere', async () => {
      await using setup = receiving(name, { source: { id: 'order.reference' } });
      const message = messageAt(setup.seconds());
      assert.equal((await setup.post(message)).body['outcome'], 'granted');
      for (const key of Object.keys(message.headers).filter((each) => /-(?:id|delivery)$/.test(each))) {
        const { status, body } = await setup.post(withHeader(message, key, 'evt-9'));
        if (name === 'standard') assert.equal(status, 400);
        else assert.deepEqual([status, body['outcome']], [200, 'not-given']);
      }
      assert.equal(setup.calls.length, 1);
    });

    it('is held to its time, where it has one', async () => {
      await using setup = receiving(name);
      for (const [offset, status] of [
        [-301, 400],
        [301, 400],
        [-299, 200],
        [299, 200],
      ] as const) {
        const sent = await setup.post(messageAt(setup.seconds() + offset, { id: `evt${offset}` }));
        assert.equal(sent.status, SENDERS[name].isTimed ? status : 200, String(offset));
      }
      const old = messageAt(setup.seconds() - 301);
      const time = withHeader(old, 'webhook-timestamp', String(setup.seconds()));
      const renewed = withHeader(
        time,
        'stripe-signature',
        old.headers['stripe-signature']?.replace(/^t=\d+/, `t=${setup.seconds()}`) ?? null,
      );
      assert.equal((await setup.post(renewed)).status, SENDERS[name].isTimed ? 400 : 200);
    });

    it('has one time at most', async () => {
      await using setup = receiving(name);
      const message = messageAt(setup.seconds());
      const twice = message.headers['stripe-signature']?.replace(/^t=\d+,/, '$&$&') ?? null;
      const { status } = await setup.post(withHeader(message, 'stripe-signature', twice));
      assert.equal(status, name === 'stripe' ? 400 : 200);
    });
  });
}

describe('messages that nobody signed', () => {
  const NAME = 'github';
  const config = { limits: { requests: { max: 3, perSeconds: 60 } } };
  const good = (seconds: number) => SENDERS[NAME].send({ id: 'evt-1', type: 'orders/paid', member: MEMBER, seconds });
  const forged = (seconds: number) => ({ ...good(seconds), body: '{"forged":true}' });

  it('count against the limit of requests of their address, and fill no log', async () => {
    await using setup = receiving(NAME, { config });
    const { post, seconds, logs } = setup;
    const statuses: number[] = [];
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (let n = 0; n < 9; n += 1) statuses.push((await post(forged(seconds()))).status);
    assert.deepEqual(statuses, [400, 400, 400, 429, 429, 429, 429, 429, 429]);
    assert.equal(logs.filter(({ message }) => message === 'an event was not accepted').length, 3);
  });

  it('keep out none that is signed, also of the same address', async () => {
    await using setup = receiving(NAME, { config });
    const { post, seconds } = setup;
    // oxlint-disable-next-line no-await-in-loop -- see above
    for (let n = 0; n < 4; n += 1) await post(forged(seconds()));
    // oxlint-disable-next-line no-await-in-loop -- see above
    for (let n = 0; n < 9; n += 1) assert.equal((await post(good(seconds()))).body['outcome'], 'granted');
    assert.equal(setup.calls.length, 1);
  });

  it('are not those that are no JSON: who signs such a message keeps nobody out', async () => {
    await using setup = receiving(NAME, { config });
    const { post } = setup;
    const body = 'Hello, World!';
    const signature = createHmac('sha256', SENDERS[NAME].secret).update(body).digest('hex');
    const headers = { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-delivery': 'evt-1' };
    const statuses: number[] = [];
    // oxlint-disable-next-line no-await-in-loop -- see above
    for (let n = 0; n < 5; n += 1) statuses.push((await post({ headers, body })).status);
    assert.deepEqual(statuses, [400, 400, 400, 400, 400]);
    assert.ok(setup.logs.some(({ reason }) => reason === 'The request is not JSON in UTF-8.'));
  });
});

describe('a message of a sender that does not sign its ids', () => {
  for (const name of ['github', 'shopify'] as const) {
    it(`of ${name} does not pay again once the config tells events apart by another id`, async () => {
      const ledger = sqliteLedger(':memory:');
      await using before = receiving(name, { ledger, source: { id: SENDERS[name].member } });
      await using after = receiving(name, { ledger });
      const message = SENDERS[name].send({ id: 'evt-1', type: 'x', member: 'ann', seconds: before.seconds() });
      assert.equal((await before.post(message)).body['outcome'], 'granted');
      assert.equal((await after.post(message)).body['outcome'], 'not-given');
      assert.equal(after.calls.length, 0);
    });
  }
});

describe('documented messages', () => {
  const at = async (message: Message, source: { signature: SenderName; secret: string }, seconds: number) =>
    parseVerified(
      await readVerified(
        new Request('https://example.org/rewards/events/shop', { method: 'POST', ...message }),
        { toleranceSeconds: 300, action: 'purchase', member: 'member', ...source },
        seconds * 1000,
      ),
    );
  const standard = {
    message: {
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      body: '{"test": 2432232314}',
    },
    source: { signature: 'standard', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  } as const;

  it('has the signature that the reference implementations of Standard Webhooks are tested with', async () => {
    const { message, source } = standard;
    assert.deepEqual((await at(message, source, 1614265330)).body, { test: 2432232314 });
    const several = `v1,bm9ldHUjKzFob2VudXRob2VodWUzMjRvdWVvdW9ldQo= v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg== ${message.headers['webhook-signature']}`;
    const rotated = { ...message.headers, 'webhook-signature': several };
    assert.deepEqual((await at({ ...message, headers: rotated }, source, 1614265330)).body, { test: 2432232314 });
  });

  it('is told how its headers must be, as libraries of other languages make them otherwise', async () => {
    const { message, source } = standard;
    const refused = (name: string, value: string, reason: RegExp) =>
      assert.rejects(at(withHeader(message, name, value), source, 1614265330), reason);
    await refused('webhook-id', 'match 1', /webhook-id is missing, or not as .*: an id without spaces/);
    await refused('webhook-timestamp', '1614265330.5', /webhook-timestamp is missing.*: whole seconds since 1970/);
    const unpadded = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE';
    await refused(
      'webhook-signature',
      unpadded,
      /webhook-signature is missing.*: v1, and .* in base64, with = at its end/,
    );
  });

  it('has the signature in the documentation of GitHub, whose body is no JSON', async () => {
    const headers = {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    };
    const source = { signature: 'github', secret: "It's a Secret to Everybody" } as const;
    await assert.rejects(at({ headers, body: 'Hello, World!' }, source, 0), /not JSON/);
    await assert.rejects(at({ headers, body: 'Hello, World?' }, source, 0), /signature does not hold/);
  });
});
