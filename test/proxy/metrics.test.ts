import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { Histogram } from '../../src/proxy/monitoring/prometheus.ts';
import { KEY } from './support/key.ts';
import { type Family, readPrometheus, valueOf } from './support/prometheus.ts';
import { type Setup, setUp } from './support/setup.ts';
import { gate, grant, reply, roleOnly, type Script, until } from './support/transport.ts';

const member = (id: number | string) => ({ memberId: `m-${id}` });
const read = async ({ proxy }: Setup): Promise<Map<string, Family>> => readPrometheus(await proxy.metrics());

describe('the reader of these tests', () => {
  const head = '# HELP a_total A.\n# TYPE a_total counter\n';
  const histogram = '# HELP h_seconds H.\n# TYPE h_seconds histogram\n';
  const cases: [name: string, text: string][] = [
    ['a last line without an end', `${head}a_total 1`],
    ['a sample without a type', 'a_total 1\n'],
    ['a sample of another family', `${head}b_total 1\n`],
    ['a sample twice', `${head}a_total{x="1"} 1\na_total{x="1"} 2\n`],
    ['a family twice', `${head}${head}`],
    ['a quotation mark that is not escaped', `${head}a_total{x="a"b"} 1\n`],
    ['an escape that there is not', `${head}a_total{x="\\t"} 1\n`],
    ['two labels without a comma', `${head}a_total{x="1"y="2"} 1\n`],
    ['a name that is none', `${head}a_total{x-y="1"} 1\n`],
    ['a value that is no number', `${head}a_total Infinity\n`],
    ['buckets that do not add up', `${histogram}h_seconds_bucket{le="1"} 2\nh_seconds_bucket{le="+Inf"} 1\n`],
    ['a histogram without its end', `${histogram}h_seconds_bucket{le="1"} 1\nh_seconds_sum 1\nh_seconds_count 1\n`],
    ['an empty line', `${head}\na_total 1\n`],
  ];
  for (const [name, text] of cases) {
    it(`refuses ${name}`, () => assert.throws(() => readPrometheus(text), assert.AssertionError));
  }
});

describe('the metrics', () => {
  it('are text that Prometheus reads, from the first moment', async () => {
    await using setup = setUp();
    const families = await read(setup);
    assert.deepEqual(
      [...families.keys()],
      [
        'rewards_claims_total',
        'rewards_upstream_calls_total',
        'rewards_upstream_call_duration_seconds',
        'rewards_store_operation_duration_seconds',
        'rewards_store_failures_total',
        'rewards_late_replies_total',
        'rewards_limited_requests_total',
        'rewards_breaker_state',
        'rewards_upstream_pause_seconds',
        'rewards_upstream_calls_in_flight',
        'rewards_claims_waiting',
        'rewards_key_refused',
        'rewards_store_up',
        'rewards_unknown_claims',
        'rewards_unknown_claims_oldest_age_seconds',
        'rewards_outcomes_unrecorded',
        'process_start_time_seconds',
      ],
    );
    assert.equal(valueOf(families, 'rewards_claims_total', { action: 'daily', outcome: 'granted' }), 0);
    const calls = { service: 'default', grant: 'role', outcome: 'unknown' };
    assert.equal(valueOf(families, 'rewards_upstream_calls_total', calls), 0);
    const started = valueOf(families, 'process_start_time_seconds') * 1000;
    assert.ok(Math.abs(started - performance.timeOrigin) < 1);
  });

  it('count claims by action and by what the visitor was answered', async () => {
    const key = { 'idempotency-key': 'press-1' };
    let script: Script = grant;
    await using setup = setUp({ script: (call, count) => script(call, count) });
    const claims = async () => {
      const { samples } = (await read(setup)).get('rewards_claims_total') ?? { samples: [] };
      const counted = samples.filter(({ value }) => value > 0);
      return counted.map(({ labels, value }) => `${labels['action']} ${labels['outcome']} ${value}`).toSorted();
    };
    await setup.claim('daily', member(1), key);
    await setup.claim('daily', member(1), key);
    await setup.claim('daily', member(1));
    await setup.claim('daily', member(1));
    await setup.claim('daily', { ...member(1), proof: {} }, key);
    script = () => reply(500, '');
    await setup.claim('meetup', member(1));
    script = () => reply(422, '');
    await setup.claim('meetup', member(2));
    script = () => reply(429, '');
    await setup.claim('meetup', member(3));
    await setup.claim('meetup', member(4));
    await setup.claim('nothing', member(1));
    await setup.claim('daily', { memberId: 7 });
    assert.deepEqual(await claims(), [
      'daily already-claimed 2',
      'daily granted 1',
      'daily invalid-request 1',
      'daily replayed 1',
      'meetup pending 1',
      'meetup refused 1',
      'meetup throttled 2',
    ]);
  });

  it('count and time calls by service, kind of grant and outcome', async () => {
    await using setup = setUp({ script: roleOnly(() => reply(500, '')) });
    const startedAt = performance.now();
    for (const n of [1, 2, 3]) await setup.claim('meetup', member(n));
    const elapsed = performance.now() - startedAt;
    const families = await read(setup);
    const service = 'default';
    const calls = (grantKind: string, outcome: string) =>
      valueOf(families, 'rewards_upstream_calls_total', { service, grant: grantKind, outcome });
    assert.deepEqual([calls('points', 'granted'), calls('role', 'granted'), calls('role', 'unknown')], [3, 0, 3]);
    const name = 'rewards_upstream_call_duration_seconds';
    assert.equal(valueOf(families, `${name}_count`, { service, grant: 'role' }), 3);
    const seconds = valueOf(families, `${name}_sum`, { service, grant: 'role' });
    assert.ok(seconds > 0 && seconds * 1000 < elapsed);
    assert.equal(valueOf(families, `${name}_bucket`, { service, grant: 'role', le: '20' }), 3);
  });

  it('time the operations of the ledger, and count those that fail', async () => {
    const ledger = sqliteLedger(':memory:');
    let fails = false;
    const reserve: typeof ledger.reserve = (request) =>
      fails ? Promise.reject(new Error('disk full')) : ledger.reserve(request);
    await using setup = setUp({ ledger: { ...ledger, reserve } });
    await setup.claim('daily', member(1));
    fails = true;
    await setup.claim('daily', member(2));
    const families = await read(setup);
    const name = 'rewards_store_operation_duration_seconds_count';
    assert.equal(valueOf(families, name, { operation: 'reserve' }), 2);
    assert.equal(valueOf(families, name, { operation: 'settle' }), 1);
    assert.equal(valueOf(families, 'rewards_store_failures_total', { operation: 'reserve' }), 1);
    assert.equal(valueOf(families, 'rewards_store_failures_total', { operation: 'settle' }), 0);
    assert.equal(valueOf(families, 'rewards_claims_total', { action: 'daily', outcome: 'internal' }), 1);
  });

  it('show the state of the breaker, and calls in flight', async () => {
    let script: Script = () => reply(500, '');
    await using setup = setUp({ script: (call, count) => script(call, count) });
    const states = async () => {
      const families = await read(setup);
      return ['closed', 'half-open', 'open'].map((state) =>
        valueOf(families, 'rewards_breaker_state', { service: 'default', state }),
      );
    };
    assert.deepEqual(await states(), [1, 0, 0]);
    for (const n of [1, 2, 3, 4, 5]) await setup.claim('daily', member(n));
    assert.deepEqual(await states(), [0, 0, 1]);
    setup.clock.now += 5_000;
    assert.deepEqual(await states(), [0, 1, 0]);
    const answered = gate();
    script = async (call, count) => (await answered.opened, grant(call, count));
    const probe = setup.claim('daily', member('probe'));
    await until(() => setup.calls.length === 6);
    assert.deepEqual(await states(), [0, 1, 0]);
    assert.equal(valueOf(await read(setup), 'rewards_upstream_calls_in_flight'), 1);
    answered.open();
    await probe;
    assert.deepEqual(await states(), [1, 0, 0]);
    assert.equal(valueOf(await read(setup), 'rewards_upstream_calls_in_flight'), 0);
  });

  it('show what is left of a pause', async () => {
    await using setup = setUp({ script: () => reply(429, '', { 'retry-after': '90' }) });
    await setup.claim('daily', member(1));
    setup.clock.now += 30_500;
    assert.equal(valueOf(await read(setup), 'rewards_upstream_pause_seconds'), 60);
  });

  it('show how many claims are unknown, and the age of the oldest', async () => {
    await using setup = setUp({ script: () => reply(500, '') });
    assert.equal(valueOf(await read(setup), 'rewards_unknown_claims_oldest_age_seconds'), 0);
    const first = await setup.claim('daily', member(1));
    setup.clock.now += 40_000;
    await setup.claim('meetup', member(2));
    setup.clock.now += 20_000;
    const families = await read(setup);
    assert.equal(valueOf(families, 'rewards_unknown_claims'), 2);
    assert.equal(valueOf(families, 'rewards_unknown_claims_oldest_age_seconds'), 60);
    const decision = { state: 'granted', who: 'ada', why: 'seen' } as const;
    await setup.ledger.resolve(String(first.body['id']), decision, setup.clock.now);
    assert.equal(valueOf(await read(setup), 'rewards_unknown_claims_oldest_age_seconds'), 20);
  });

  it('come all the same where the ledger fails, but for what it knows', async () => {
    const ledger = sqliteLedger(':memory:');
    const unknown = (): never => {
      throw new Error('disk full');
    };
    await using setup = setUp({ ledger: { ...ledger, unknown } });
    const families = await read(setup);
    assert.equal(valueOf(families, 'rewards_store_up'), 0);
    assert.ok(!families.has('rewards_unknown_claims'));
    assert.equal(valueOf(families, 'rewards_breaker_state', { state: 'closed' }), 1);
  });

  for (const asked of ['check', 'unknown'] as const) {
    it(`do not wait long for a ledger that does not answer: ${asked}`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const silent = { [asked]: (): Promise<never> => new Promise(() => {}) };
      await using setup = setUp({ ledger: { ...sqliteLedger(':memory:'), ...silent } });
      const text = setup.proxy.metrics();
      t.mock.timers.tick(3_000);
      assert.equal(valueOf(readPrometheus(await text), 'rewards_store_up'), 0);
    });
  }

  it('count what took as long as the bound of a bucket in that bucket', () => {
    const histogram = new Histogram({ name: 'h_seconds', help: 'H.', labels: [], bounds: [0.5, 1] });
    histogram.observe(0.5);
    const families = readPrometheus(histogram.text());
    assert.equal(valueOf(families, 'h_seconds_bucket', { le: '0.5' }), 1);
  });

  it('escape the names that an owner chose', async () => {
    const name = 'a "b" \\ c\nd}=,é';
    const services = { [name]: { baseUrl: 'https://one.example', apiKey: KEY } };
    const actions = { daily: { title: 'D', repeats: 'daily', points: 1, remark: 'r', service: name } } as const;
    await using setup = setUp({ config: { services, actions } });
    await setup.claim('daily', member(1));
    const calls = { service: name, grant: 'points', outcome: 'granted' };
    assert.equal(valueOf(await read(setup), 'rewards_upstream_calls_total', calls), 1);
  });

  it('have no label that a visitor chose, and grow with no visitor', async () => {
    await using setup = setUp();
    const claim = async (n: number) => {
      await setup.claim('daily', member(n));
      await setup.claim(`nothing-${n}`, member(n));
      await setup.ask(`/rewards/actions/daily?memberId=m-${n}`);
    };
    const lines = async () => (await setup.proxy.metrics()).split('\n').length;
    await claim(1);
    const before = await lines();
    for (let n = 2; n < 30; n += 1) await claim(n);
    assert.equal(await lines(), before);
    const text = await setup.proxy.metrics();
    assert.ok(!/m-\d|nothing/.test(text));
    assert.ok(!text.includes(KEY));
  });

  it('are at no address of the proxy', async () => {
    await using setup = setUp();
    for (const path of ['/metrics', '/rewards/metrics']) {
      assert.equal((await setup.ask(path)).status, 404);
    }
  });
});
