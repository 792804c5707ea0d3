import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import type { Reply } from './support/check-reply.ts';
import { BODIES_OF_ENGINES } from '../support/http/engine-bodies.ts';
import { type AskOptions, BASE, ORIGIN, setUp, type Setup } from './support/setup.ts';

const MEMBER = { memberId: 'm-1' };
const DAILY = { title: 'D', repeats: 'once', points: 1, remark: 'r' } as const;

function post({ ask }: Setup, body: AskOptions['body'], headers: AskOptions['headers'] = {}): Promise<Reply> {
  const json = { 'content-type': 'application/json' };
  return ask('/rewards/actions/daily/claims', { method: 'POST', headers: { ...json, ...headers }, body: body ?? null });
}

describe('the body of a claim', () => {
  it('must be JSON by its content type', async () => {
    await using setup = setUp();
    const text = JSON.stringify(MEMBER);
    const refused = [
      null,
      '',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/json-patch+json',
      'text/json',
      'application/json; charset=latin1',
      'application/json; profile=x',
      'application/json, text/plain',
    ];
    for (const type of refused) {
      const { status, body } = await post(setup, new TextEncoder().encode(text), { 'content-type': type });
      assert.equal(status, 415, String(type));
      assert.equal(body['code'], 'unsupported-media-type');
      assert.match(String(body['detail']), /, or as a form with application\/x-www-form-urlencoded\.$/);
    }
    assert.equal(setup.calls.length, 0);
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json;charset=utf-8',
      'application/json; charset="UTF-8"',
    ]) {
      assert.notEqual((await post(setup, text, { 'content-type': type })).status, 415, type);
    }
  });

  it('may have a content type of any length, which is read once: to read it again from each blank would take hours', async () => {
    await using setup = setUp();
    const blanks = ' \t'.repeat(1_000_000);
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      for (const rest of [`${blanks}x`, `${blanks};${blanks}x`, `;charset=utf-8${blanks}x`]) {
        assert.equal((await post(setup, '{}', { 'content-type': type + rest })).status, 415);
      }
    }
  });

  it('must not be encoded, which would be read as if it were not', async () => {
    await using setup = setUp();
    const text = JSON.stringify(MEMBER);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const encoding of [
      'gzip',
      'br',
      'deflate',
      'zstd',
      'GZIP',
      'identity, gzip',
      'gzip, identity',
      'aws-chunked',
    ]) {
      for (const [type, sent] of [
        [{}, text],
        [form, 'memberId=m-1'],
      ] as const) {
        const {
          status,
          headers,
          body,
          text: page,
        } = await post(setup, sent, { ...type, 'content-encoding': encoding });
        assert.equal(status, 415, encoding);
        assert.equal(headers.get('accept-encoding'), 'identity');
        const detail = 'The request must not be compressed: send it as it is, without the header content-encoding.';
        assert.ok(type === form ? page.includes(detail) : body['detail'] === detail);
      }
    }
    for (const encoding of ['gzip, chunked', 'br,chunked', 'x-made-up']) {
      const { status } = await post(setup, text, { 'transfer-encoding': encoding });
      assert.equal(status, 415, encoding);
    }
    assert.deepEqual([setup.calls, await setup.ledger.list({})], [[], []]);
    const plain = { 'content-encoding': 'Identity', 'transfer-encoding': 'Chunked' };
    assert.equal((await post(setup, text, plain)).status, 201);
  });

  it('is told of a bounded number of flaws', async () => {
    await using setup = setUp();
    const many = Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [n.toString(36), 1]));
    for (const body of [
      { ...MEMBER, ...many },
      { ...MEMBER, fields: many },
    ]) {
      const { status, body: problem, text } = await post(setup, JSON.stringify(body));
      assert.equal(status, 400);
      assert.equal((problem['errors'] as unknown[]).length, 64);
      assert.match(String(problem['detail']), / 1436 more are not listed\.$/);
      assert.ok(text.length < 16_000, String(text.length));
    }
  });

  it('must not have been read before, which the log says', async () => {
    await using setup = setUp();
    for (const headers of [{}, { 'content-length': '18' }]) {
      const request = new Request(`${BASE}/rewards/actions/daily/claims`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(MEMBER),
      });
      // oxlint-disable-next-line no-await-in-loop -- two
      await request.json();
      // oxlint-disable-next-line no-await-in-loop
      assert.equal((await setup.proxy.fetch(request)).status, 500);
      const line = setup.logs.findLast(({ message }) => message === 'a request failed');
      assert.match(Object(line?.['error'])['message'], /^the body of the request was read before the proxy got it: /);
    }
  });

  it('must be whole, well-formed and not too deep', async () => {
    await using setup = setUp();
    const deep = (levels: number) => `{"memberId":"m-1","proof":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    const cases: [AskOptions['body'], string][] = [
      ['', 'The request is not JSON in UTF-8.'],
      ['{"memberId":', 'The request is not JSON in UTF-8.'],
      ['memberId=m-1', 'The request is not JSON in UTF-8.'],
      [new Uint8Array([0x22, 0xc3, 0x28, 0x22]), 'The request is not JSON in UTF-8.'],
      [deep(16), 'The JSON is nested too deeply.'],
      [`${'['.repeat(8000)}${']'.repeat(8000)}`, 'The JSON is nested too deeply.'],
      [
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"memberId"'));
            controller.error(new Error('gone'));
          },
        }),
        'The request ended before all of it was there. Please try again.',
      ],
    ];
    for (const [body, detail] of cases) {
      const answer = await post(setup, body);
      assert.equal(answer.status, 400);
      assert.equal(answer.body['code'], 'invalid-request');
      assert.equal(answer.body['detail'], detail);
    }
    assert.equal(setup.calls.length, 0);
    assert.equal((await post(setup, deep(15))).status, 201);
  });

  it('must be at most 16 KiB, stated or not, and no more of it is read', async () => {
    await using setup = setUp();
    const limit = 16 * 1024;
    const padded = (length: number) => JSON.stringify(MEMBER).padEnd(length);
    assert.equal((await post(setup, padded(limit + 1))).status, 413);
    assert.equal((await post(setup, padded(10), { 'content-length': String(limit + 1) })).status, 413);
    assert.equal(setup.calls.length, 0);

    let given = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        given += 1;
        controller.enqueue(new Uint8Array(1024).fill(0x20));
      },
      cancel() {
        cancelled = true;
      },
    });
    const { status, body } = await post(setup, endless);
    assert.deepEqual([status, body['code']], [413, 'too-large']);
    assert.ok(cancelled && given < 20);
    assert.equal((await post(setup, padded(limit))).status, 201);
  });

  for (const [engine, limit] of Object.entries(BODIES_OF_ENGINES)) {
    it(`is read in ${engine}`, async () => {
      await using setup = setUp();
      const send = async (text: string) => {
        const headers = { origin: ORIGIN, 'content-type': 'application/json' };
        const request = new Request(`${BASE}/rewards/actions/daily/claims`, { method: 'POST', headers, body: text });
        limit(request);
        return (await setup.proxy.fetch(request)).status;
      };
      assert.equal(await send(JSON.stringify(MEMBER).padEnd(16 * 1024 + 1)), 413);
      assert.equal(await send(JSON.stringify(MEMBER)), 201);
    });
  }

  it('must arrive in time, however little of it is missing', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await using setup = setUp();
    const cases: Record<string, string>[] = [{}, { 'content-length': '18' }];
    for (const headers of cases) {
      const asked = Promise.withResolvers<void>();
      const slow = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"memberId":"m-1"'));
        },
        pull: () => asked.resolve(),
      });
      const answer = post(setup, slow, headers);
      await asked.promise;
      await new Promise(setImmediate);
      t.mock.timers.tick(10_000);
      const { status, body } = await answer;
      assert.deepEqual([status, body['detail']], [400, 'The request took too long to arrive. Please try again.']);
    }
    assert.equal(setup.calls.length, 0);
  });

  it('is refused with what is wrong in each part of it', async () => {
    await using setup = setUp();
    const config = "is decided by the site's configuration alone: leave it out";
    const cases: [string, ...{ field: string; message: string }[]][] = [
      ['[]', { field: 'body', message: 'must be a JSON object' }],
      ['null', { field: 'body', message: 'must be a JSON object' }],
      ['"m-1"', { field: 'body', message: 'must be a JSON object' }],
      ['{}', { field: 'memberId', message: 'is missing: the id of the member' }],
      [
        '{"memberId":9007199254740993}',
        {
          field: 'memberId',
          message: 'must be a string in quotes: ids exceed 2^53, and a JSON number would change their last digits',
        },
      ],
      ['{"memberId":null}', { field: 'memberId', message: 'must be text' }],
      ['{"memberId":""}', { field: 'memberId', message: 'must be text that matches [A-Za-z0-9._:-]{1,64}' }],
      ['{"memberId":"<@123>"}', { field: 'memberId', message: 'must be text that matches [A-Za-z0-9._:-]{1,64}' }],
      ['{"memberId":"m\\n1"}', { field: 'memberId', message: 'must be text that matches [A-Za-z0-9._:-]{1,64}' }],
      [
        '{"memberId":"m-1","points":1000,"remark":"x","roleId":"1","action":"meetup","__proto__":{}}',
        { field: 'points', message: config },
        { field: 'remark', message: config },
        { field: 'roleId', message: config },
        { field: 'action', message: 'is not known here: leave it out' },
        { field: '__proto__', message: 'is not known here: leave it out' },
      ],
      [
        '{"memberId":"m-1","fields":{"a":[1],"b":null}}',
        { field: 'fields.a', message: 'must be text, a number, or true or false' },
        { field: 'fields.b', message: 'must be text, a number, or true or false' },
      ],
      [
        `{"memberId":"m-1","fields":{"a":"${'x'.repeat(4097)}"}}`,
        { field: 'fields.a', message: 'must have at most 4096 characters' },
      ],
      [
        `{"memberId":"m-1","fields":{"${'x'.repeat(65)}":1}}`,
        { field: `fields.${'x'.repeat(64)}`, message: 'has too long a name' },
      ],
      ['{"memberId":"m-1","proof":"x"}', { field: 'proof', message: 'must be a JSON object' }],
      ['{"memberId":"m-1","fields":{"a":1}}', { field: 'fields.a', message: 'is not asked for here: remove it' }],
    ];
    for (const [text, ...errors] of cases) {
      const { status, body } = await post(setup, text);
      assert.equal(status, 400, text);
      assert.equal(body['code'], 'invalid-request');
      assert.deepEqual(body['errors'], errors);
    }
    assert.equal(setup.calls.length, 0);
  });
});

describe('the fields of a claim', () => {
  const fields: NonNullable<RewardsConfig['actions'][string]['fields']> = {
    name: { label: 'Name', type: 'text', required: true, maxLength: 5 },
    email: { label: 'E-mail', type: 'email' },
    site: { label: 'Site', type: 'url' },
    phone: { label: 'Phone', type: 'tel' },
    age: { label: 'Age', type: 'number' },
    born: { label: 'Born', type: 'date' },
    shirt: { label: 'Shirt', type: 'select', options: ['S', 'L'] },
    consent: { label: 'Consent', type: 'checkbox', required: true },
  };
  const actions: RewardsConfig['actions'] = {
    daily: { ...DAILY, fields },
  };
  const send = (setup: Setup, given: object) => setup.claim('daily', { ...MEMBER, fields: given });
  const needed = { name: 'Ann', consent: true };

  it('are kept with the claim', async () => {
    await using setup = setUp({ config: { actions } });
    const given = {
      ...needed,
      email: 'ann@example.org',
      site: 'https://a.example',
      phone: '+44 20',
      age: '41',
      born: '1984-02-29',
      shirt: 'L',
    };
    assert.equal((await send(setup, given)).status, 201);
    assert.deepEqual((await setup.ledger.list({}))[0]?.fields, given);
  });

  it('are kept as text that every program can read', async () => {
    await using setup = setUp({ config: { actions } });
    assert.equal((await send(setup, { ...needed, name: 'A\ud83c\ud800' })).status, 201);
    assert.equal((await setup.ledger.list({}))[0]?.fields?.['name'], 'A\ufffd\ufffd');
  });

  it('may be left empty where they are not required', async () => {
    await using setup = setUp({ config: { actions } });
    assert.equal((await send(setup, { ...needed, email: '', age: '' })).status, 201);
    assert.deepEqual((await setup.ledger.list({}))[0]?.fields, needed);
  });

  it('are each checked', async () => {
    await using setup = setUp({ config: { actions } });
    const cases: [object, string, string][] = [
      [{ name: '' }, 'name', 'must be filled in'],
      [{ name: ' ' }, 'name', 'must be filled in'],
      [{ name: undefined }, 'name', 'must be filled in'],
      [{ name: 7 }, 'name', 'must be text'],
      [{ name: 'Annabel' }, 'name', 'must have at most 5 characters'],
      [{ email: 'ann' }, 'email', 'must be an e-mail address'],
      [{ site: 'javascript:alert(1)' }, 'site', 'must be a web address that begins with https://'],
      [{ phone: 'none' }, 'phone', 'must be a telephone number'],
      [{ age: 'old' }, 'age', 'must be a number'],
      [{ age: true }, 'age', 'must be a number'],
      [{ born: '2026-02-30' }, 'born', 'must be a date such as 2026-06-01'],
      [{ born: '1 June' }, 'born', 'must be a date such as 2026-06-01'],
      [{ born: '2026-13-01' }, 'born', 'must be a date such as 2026-06-01'],
      [{ shirt: 'M' }, 'shirt', 'must be one of the choices'],
      [{ consent: false }, 'consent', 'must be ticked'],
      [{ consent: 'true' }, 'consent', 'must be true or false'],
      [{ other: 'x' }, 'other', 'is not asked for here: remove it'],
    ];
    for (const [change, name, message] of cases) {
      const { status, body } = await send(setup, { ...needed, ...change });
      assert.equal(status, 400);
      assert.equal(body['detail'], 'Please check what you filled in.');
      assert.deepEqual(body['errors'], [{ field: `fields.${name}`, message }]);
    }
    assert.equal(setup.calls.length, 0);
  });

  it('are missing also where every object has something of their name', async () => {
    const named = { constructor: { label: 'C', type: 'text', required: true } } as const;
    await using setup = setUp({ config: { actions: { daily: { ...DAILY, fields: named } } } });
    const { body } = await setup.claim('daily', { ...MEMBER, fields: {} });
    assert.deepEqual(body['errors'], [{ field: 'fields.constructor', message: 'must be filled in' }]);
  });

  it('are asked for where none came at all', async () => {
    await using setup = setUp({ config: { actions } });
    const { body } = await setup.claim('daily', MEMBER);
    assert.deepEqual(body['errors'], [
      { field: 'fields.name', message: 'must be filled in' },
      { field: 'fields.consent', message: 'must be filled in' },
    ]);
  });
});
