/*
 * What has been tried against the proxy, each with its answer. Elsewhere are the attacks on tokens (identity/signed.test.ts,
 * identity/claims.test.ts), from similar origins (origins.test.ts), with odd bodies (requests.test.ts), with made-up addresses
 * (client-address/client-addresses.test.ts), by asking too much (rate-limit/), and by slow connections
 * (../cli/serve/slow-connections.test.ts).
 */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { type ProblemCode, PROBLEMS } from '../../src/contract/index.ts';
import { LedgerError } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { toHttpListener } from '../../src/proxy/adapters/http-listener.ts';
import { toNodeListener } from '../../src/proxy/adapters/node.ts';
import type { Proxy, RewardsConfig } from '../../src/proxy/index.ts';
import { exchange, serveListener } from './adapters/node-server.ts';
import { type AskOptions, CONFIG, ORIGIN, setUp } from './support/setup.ts';

const CLAIMS = '/rewards/actions/daily/claims';
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
/** Is looked for in every log line, header and body. */
const CANARY = 'canary7f3k';

const fields = { name: { label: 'Name', type: 'text' }, site: { label: 'Site', type: 'url' } } as const;
const session = { title: 'S', repeats: 'once', points: 1, remark: 'r', identity: 'session' } as const;
const config: Partial<RewardsConfig> = {
  actions: { ...CONFIG.actions, event: { title: 'E', repeats: 'once', points: 1, remark: 'r', fields }, session },
  member: ({ headers }) => (headers.get('cookie') === 'session=1' ? 'm-1' : null),
};

interface Attempt extends AskOptions {
  path?: string;
}

/** A claim as a widget sends it, but for what is changed. */
function claim(change: Attempt = {}): Attempt {
  const { headers, ...rest } = change;
  return { method: 'POST', body: '{"memberId":"m-1"}', ...rest, headers: { 'content-type': JSON_TYPE, ...headers } };
}

const form = (body: string, headers: AskOptions['headers'] = {}): Attempt =>
  claim({ body, headers: { 'content-type': FORM, ...headers } });

type Row = [what: string, attempt: Attempt, answer: ProblemCode | 201];

const FROM_OTHER_SITES: Row[] = [
  ['a page of another site', claim({ headers: { origin: 'https://evil.example' } }), 'origin-not-allowed'],
  ['a sandboxed frame', claim({ headers: { origin: 'null' } }), 'origin-not-allowed'],
  ['a site whose name begins alike', claim({ headers: { origin: `${ORIGIN}.evil.example` } }), 'origin-not-allowed'],
  ['no origin, sent by another site', noOrigin('cross-site'), 'origin-not-allowed'],
  ['no origin, sent by a neighbour', noOrigin('same-site'), 'origin-not-allowed'],
  ['no origin, sent by a program: no browser is misused', noOrigin(null), 201],
  ['a form with no origin', form('memberId=m-1', { origin: null }), 'origin-not-allowed'],
  ['a form of another site', form('memberId=m-1', { origin: 'https://evil.example' }), 'origin-not-allowed'],
  [
    'a visitor’s cookie with no origin',
    { ...noOrigin(null, { cookie: 'session=1' }), path: '/rewards/actions/session/claims', body: '{}' },
    'origin-not-allowed',
  ],
  [
    'a visitor’s cookie from another site',
    {
      ...claim({ headers: { cookie: 'session=1', origin: 'https://evil.example' } }),
      path: '/rewards/actions/session/claims',
      body: '{}',
    },
    'origin-not-allowed',
  ],
  ['JSON as plain text, which needs no preflight', typed('text/plain'), 'unsupported-media-type'],
  ['JSON as a multipart form', typed('multipart/form-data; boundary=x'), 'unsupported-media-type'],
  ['JSON of no type', typed(null), 'unsupported-media-type'],
  ['JSON as the text of a form', form('{"memberId":"m-1"}'), 'invalid-request'],
  ['JSON as the name of a field', form('{"memberId":"m-1","x":"=1"}'), 'invalid-request'],
  ['a claim by link', { path: `${CLAIMS}?memberId=m-1` }, 'method-not-allowed'],
  [
    'a claim by another method’s name',
    { path: CLAIMS, headers: { 'x-http-method-override': 'POST' } },
    'method-not-allowed',
  ],
];

function noOrigin(site: string | null, headers: Record<string, string> = {}): Attempt {
  return claim({ headers: { origin: null, 'sec-fetch-site': site, ...headers } });
}

function typed(type: string | null): Attempt {
  return claim({ headers: { 'content-type': type }, body: new TextEncoder().encode('{"memberId":"m-1"}') });
}

const NAMES: Row[] = [
  ...['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', '%5F_proto__', 'daily%00'].map(
    (name): Row => [`the action ${name}`, claim({ path: `/rewards/actions/${name}/claims` }), 'unknown-action'],
  ),
  ['an action out of its folder', claim({ path: '/rewards/actions/..%2f..%2fdaily/claims' }), 'unknown-action'],
  ['a path out of its folder', { path: '/rewards/../../etc/passwd' }, 'not-found'],
  ['a claim by the name of a column', { path: "/rewards/claims/' OR 1=1 --" }, 'unknown-claim'],
  ['a key __proto__', claim({ body: '{"memberId":"m-1","__proto__":{"points":1}}' }), 'invalid-request'],
  ['a key constructor', claim({ body: '{"memberId":"m-1","constructor":{}}' }), 'invalid-request'],
  ['a field __proto__, which is not taken up', claim({ body: '{"memberId":"m-1","fields":{"__proto__":"x"}}' }), 201],
  ['a form’s field __proto__, which is not taken up', form('memberId=m-1&__proto__=x'), 201],
  ['its own points', claim({ body: '{"memberId":"m-1","points":1000000}' }), 'invalid-request'],
];

const IDS: Row[] = [
  ...['m-1\\n', 'm-1\\r\\nx-api-key: 1', '\\u0000', '１２３', 'm-1\\u202e', '<@1>', '../1', 'a b', '&user_id=2'].map(
    (id): Row => [`the id ${id}`, claim({ body: `{"memberId":"${id}"}` }), 'invalid-request'],
  ),
  ['an id that is a number', claim({ body: '{"memberId":1}' }), 'invalid-request'],
  ['several ids', claim({ body: '{"memberId":["m-1","m-2"]}' }), 'invalid-request'],
  ['an id twice in a form', form('memberId=m-1&memberId=m-2'), 'invalid-request'],
];

const BODIES: Row[] = [
  ['17 KiB', claim({ body: ' '.repeat(17 * 1024) }), 'too-large'],
  ['a length that is not so', claim({ headers: { 'content-length': '99999999' } }), 'too-large'],
  ['8,000 levels', claim({ body: `${'['.repeat(8000)}${']'.repeat(8000)}` }), 'invalid-request'],
  ['invalid UTF-8', claim({ body: Uint8Array.of(0x22, 0xc3, 0x28, 0x22) }), 'invalid-request'],
  ['an overlong slash', claim({ body: Uint8Array.of(0x22, 0xc0, 0xaf, 0x22) }), 'invalid-request'],
  ['half a surrogate pair', claim({ body: Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22) }), 'invalid-request'],
  ['UTF-16', claim({ headers: { 'content-type': `${JSON_TYPE}; charset=utf-16` } }), 'unsupported-media-type'],
  ['two types', claim({ headers: { 'content-type': `${JSON_TYPE}, text/plain` } }), 'unsupported-media-type'],
  ['a key beyond ASCII', claim({ headers: { 'idempotency-key': 'é' } }), 'invalid-request'],
  ['a key without end', claim({ headers: { 'idempotency-key': 'k'.repeat(256) } }), 'invalid-request'],
];

describe('an attempt', () => {
  const groups: [string, Row[]][] = [
    ['from another site', FROM_OTHER_SITES],
    ['with names', NAMES],
    ['with ids', IDS],
    ['with a body', BODIES],
  ];
  for (const [group, rows] of groups) {
    for (const [what, { path = CLAIMS, ...options }, answer] of rows) {
      it(`${group}: ${JSON.stringify(what)} is answered with ${answer}`, async () => {
        await using setup = setUp({ config });
        const { status, body, text } = await setup.ask(path, options);
        assert.equal(Object.hasOwn(Object.prototype, 'points'), false);
        if (typeof answer === 'number') {
          assert.equal(status, answer);
          assert.deepEqual(
            Array.from(await setup.ledger.list({}), ({ fields: kept }) => kept ?? {}),
            [{}],
          );
        } else {
          assert.equal(status, PROBLEMS[answer].status, text);
          if (body['code'] !== undefined) assert.equal(body['code'], answer);
          assert.equal(setup.calls.length, 0);
          assert.deepEqual(await setup.ledger.list({}), []);
        }
      });
    }
  }
});

describe('what a client sends', () => {
  const inject = `${CANARY}\n{"level":"error","message":"forged"}\r\nset-cookie: a=${CANARY}`;
  const encoded = encodeURIComponent(inject);
  const places: Record<string, Attempt> = {
    path: { path: `/rewards/${encoded}` },
    'path of an action': { path: `/rewards/actions/${encoded}` },
    'path of a claim': { path: `/rewards/claims/${encoded}` },
    query: { path: `/rewards/actions/daily?memberId=${encoded}&${encoded}=1` },
    id: claim({ body: JSON.stringify({ memberId: inject }) }),
    'name of a key': claim({ body: JSON.stringify({ memberId: 'm-1', proof: { [inject]: inject } }) }),
    'value of a field': claim({
      path: '/rewards/actions/event/claims',
      body: JSON.stringify({ memberId: 'm-1', fields: { name: inject } }),
    }),
    'wrong value of a field': claim({
      path: '/rewards/actions/event/claims',
      body: JSON.stringify({ memberId: 'm-1', fields: { site: inject } }),
    }),
    'broken JSON': claim({ body: `{"${inject}` }),
    'idempotency key': claim({ headers: { 'idempotency-key': CANARY } }),
    'value in a form': form(`memberId=${encoded}`),
    'name in a form': form(`memberId=m-1&${encoded}=1`),
    'return address of a form': form(`memberId=m-1&_return=${encodeURIComponent('//')}${encoded}`),
    ...Object.fromEntries(
      [
        'origin',
        'referer',
        'user-agent',
        'authorization',
        'cookie',
        'x-request-id',
        'x-forwarded-for',
        'accept',
        'host',
      ].map((name) => [`header ${name}`, claim({ headers: { [name]: CANARY } })]),
    ),
    'address of the connection': claim({ clientAddress: CANARY }),
  };

  for (const [place, { path = CLAIMS, ...options }] of Object.entries(places)) {
    it(`as ${place} comes back neither in a log line nor in a header nor in a page`, async () => {
      await using setup = setUp({ config: { ...config, limits: {}, trustedProxies: ['10.0.0.1'] } });
      const { headers, text } = await setup.ask(path, options);
      assert.ok(!JSON.stringify(setup.logs).includes(CANARY));
      assert.ok(!JSON.stringify([...headers]).includes(CANARY));
      assert.equal(headers.get('set-cookie'), null);
      if (headers.get('content-type')?.startsWith('text/html')) assert.ok(!text.includes(CANARY), text);
    });
  }

  it('as the return address of a form ends no header, and leads nowhere else', async () => {
    await using setup = setUp({ config });
    const to = (address: string) => setup.ask(CLAIMS, form(`memberId=m-1&_return=${encodeURIComponent(address)}`));
    const within = await to(`${ORIGIN}/a\r\nset-cookie: a=1`);
    assert.match(within.headers.get('location') ?? '', /^https:\/\/example\.org\/aset-cookie:%20a=1\?rewards=/);
    for (const address of [`${ORIGIN}@evil.example/`, `https:\\\\evil.example`, `${ORIGIN}:444/`, 'data:text/html,x']) {
      assert.equal((await to(address)).headers.get('location'), null, address);
    }
  });
});

describe('what cannot be the id of a claim', () => {
  for (const id of ['%00', `01kkbswhg0${'0'.repeat(19)}%00`, '%EF%BF%BF', '../../health'.replaceAll('/', '%2F')]) {
    it(`is not looked for: ${id}`, async () => {
      const ledger = sqliteLedger(':memory:');
      const invalid = new LedgerError("the ledger's database failed: invalid byte sequence", { code: '22021' });
      // PostgreSQL fails over a NUL, and the owner would be told that the ledger does.
      await using setup = setUp({ ledger: { ...ledger, find: () => Promise.reject(invalid) } });
      assert.equal((await setup.ask(`/rewards/claims/${id}`)).status, 404);
      const { body } = await setup.ask(
        `/rewards/batch?path=${encodeURIComponent(`/claims/${id}`)}&path=/actions/daily`,
      );
      assert.match(JSON.stringify(body), /"status":404.*"status":200/);
      assert.ok(!setup.logs.some(({ level }) => level === 'error'));
    });
  }
});

describe('behind a server of Node', () => {
  const listeners: [name: string, listenerOf: (proxy: Proxy) => RequestListener][] = [
    ['the Node adapter', toNodeListener],
    ['the listener of rewards serve', ({ inside }) => toHttpListener(inside)],
  ];
  const host = 'Host: localhost\r\nConnection: close\r\n';
  const claimHead = `POST ${CLAIMS} HTTP/1.1\r\n${host}Content-Type: ${JSON_TYPE}\r\n`;
  const cases: [what: string, sent: string, status: number][] = [
    ['a header in a header', `GET /rewards/health HTTP/1.1\r\n${host}X-A: b\rX-C: d\r\n\r\n`, 400],
    ['a NUL in a header', `GET /rewards/health HTTP/1.1\r\n${host}X-A: b\0c\r\n\r\n`, 400],
    ['two ways to end a body', `${claimHead}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['two lengths', `${claimHead}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`, 400],
    ['a length below nothing', `${claimHead}Content-Length: -1\r\n\r\n`, 400],
    ['a method that is none', `G\0T /rewards/health HTTP/1.1\r\n${host}\r\n`, 400],
    ['headers without end', `GET /rewards/health HTTP/1.1\r\n${host}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['another site’s address', `GET http://evil.example/rewards/health HTTP/1.1\r\n${host}\r\n`, 200],
  ];
  for (const [name, listenerOf] of listeners) {
    for (const [what, sent, status] of cases) {
      it(`${what} is answered with ${status} by ${name}`, async () => {
        await using setup = setUp();
        await using server = await serveListener(listenerOf(setup.proxy));
        const { received } = await exchange(server.port, sent);
        assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `));
        assert.ok(!received.includes('evil.example'));
        assert.equal(setup.calls.length, 0);
      });
    }
  }
});
