import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimReference } from '../../src/ledger/index.ts';
import { DAY, HOUR, NOON, request } from '../../src/ledger/conformance/requests.ts';
import { grant } from '../../src/ledger/conformance/bench.ts';
import { createDesk } from '../../src/desk/index.ts';
import { asPage, deskOn, ledgerFor, linkDesk, lost, PAGE, proxyOn } from './support.ts';

const NOW = NOON;
const ALICE = '739204618530271847';
const MALLORY = '516830294751038469';

describe('the desk', () => {
  it('says who is there, what the actions are, and the zone of their days', async (t) => {
    const { ask } = deskOn(t, ledgerFor(t));
    const { now: _, ...view } = (await ask('/api/desk')).json();
    assert.deepEqual(view, {
      who: 'Wren',
      timeZone: 'Europe/London',
      services: ['default'],
      canLeave: false,
      actions: [
        { name: 'daily', title: 'Daily check-in', capacity: null, budget: 1000, hasCode: false },
        { name: 'meetup', title: 'Meetup', capacity: 20, budget: null, hasCode: false },
      ],
    });
  });

  it('says in health how many events wait, for whom events failed, and how to have them sent again', async (t) => {
    const ledger = ledgerFor(t);
    const { inside, ready } = proxyOn(t, ledger);
    await ready;
    const proxy = { inside: { ...inside, receivers: ['shop'] } };
    const desk = createDesk({ proxy, authorize: () => ({ name: 'Wren' }), files: PAGE, now: () => NOW });
    const health = async () => (await desk.fetch(asPage('/api/health'))).text();
    assert.match(await health(), /"ok","check":"claims","text":"other systems are told of them"/);
    await ledger.setReceivers(
      ['shop', 'former'].map((name) => ({ name, types: ['claim.granted' as const] })),
      NOW,
    );
    await grant(ledger, request());
    assert.match(await health(), /other systems are told of them: 1 event waits to be sent, see Told of claims"/);
    for (const receiver of ['shop', 'former']) await ledger.stopReceiver(receiver, 'status 410', NOW);
    const found = await health();
    assert.match(
      found,
      /shop could not be told of 1 event: mend it, and then send it again, see Told of claims \(or run rewards deliveries send-again --failed --to shop\)/,
    );
    assert.doesNotMatch(found, /former/);
  });

  it('shows what waits, oldest first, without what it holds of visitors', async (t) => {
    const ledger = ledgerFor(t);
    const older = await lost(ledger, ALICE, NOW - HOUR);
    await grant(ledger, request({ memberId: '1048273615902847361', now: NOW - 2, fields: { name: 'Ada' } }));
    const newer = await lost(ledger, MALLORY, NOW - 1);
    const { ask } = deskOn(t, ledger);
    const view = (await ask('/api/waiting')).json();
    assert.deepEqual([view.count, view.oldestAt, view.next], [2, NOW - HOUR, null]);
    assert.deepEqual(
      view.claims.map(({ id }: { id: string }) => id),
      [older.id, newer.id],
    );
    assert.doesNotMatch((await ask('/api/claims')).text, /Ada|evidence|reply ended/);
  });

  it('lists claims newest first, a page at a time, by action, outcome and time', async (t) => {
    const ledger = ledgerFor(t);
    for (let index = 0; index < 60; index += 1) {
      await grant(ledger, request({ memberId: `10000${index}`, now: NOW - 100_000 + index }));
    }
    await lost(ledger, ALICE, NOW - 10, { action: 'meetup' });
    const { ask } = deskOn(t, ledger);
    const first = (await ask('/api/claims')).json();
    assert.deepEqual([first.claims.length, first.claims[0].memberId, first.claims[1].memberId], [50, ALICE, '1000059']);
    const second = (await ask(`/api/claims?after=${first.next}`)).json();
    assert.deepEqual([second.claims.length, second.claims.at(-1).memberId, second.next], [11, '100000', null]);
    const whole = (await ask(`/api/claims?since=${NOW - 99_990}&until=${NOW - 99_940}`)).json();
    assert.deepEqual([whole.claims.length, whole.next], [50, null]);
    const members = async (query: string) =>
      (await ask(`/api/claims?${query}`)).json().claims.map(({ memberId }: { memberId: string }) => memberId);
    assert.deepEqual(await members('action=meetup'), [ALICE]);
    assert.deepEqual(await members('state=pending'), [ALICE]);
    assert.deepEqual(await members(`since=${NOW - 100_000}&until=${NOW - 99_998}`), ['100001', '100000']);
    for (const query of ['state=done', 'since=yesterday', 'until=-1']) {
      const { status, json } = await ask(`/api/claims?${query}`);
      assert.deepEqual([status, json().code], [400, 'invalid-request']);
    }
  });

  it('finds by a member, an id, and a reference as it was read out', async (t) => {
    const ledger = ledgerFor(t);
    const claim = await lost(ledger, ALICE, NOW - HOUR);
    await lost(ledger, MALLORY, NOW - HOUR - DAY);
    const { ask } = deskOn(t, ledger);
    const found = async (text: string) =>
      (await ask(`/api/search?${new URLSearchParams({ q: text })}`)).json().claims.map(({ id }: { id: string }) => id);
    const seen = claim.id.slice(0, 8);
    const misread = seen.replaceAll('0', 'O').replaceAll('1', 'l').toUpperCase().replaceAll('L', 'l');
    for (const text of [
      ALICE,
      ' 739204 618530 271847 ',
      claim.id,
      claimReference(claim.id),
      seen,
      misread,
      `${seen}…`,
      `“${seen}”.`,
      `(#${seen})`,
    ]) {
      assert.deepEqual(await found(text), [claim.id], text);
    }
    for (const text of ['7392046', '99999999', "' OR 1=1 --", 'zzzz']) assert.deepEqual(await found(text), [], text);
    assert.equal((await ask('/api/search?q=')).status, 400);
    // Claims of one moment share a reference.
    const next = await lost(ledger, MALLORY, NOW - HOUR + 1);
    assert.ok(next.id.startsWith(seen));
    assert.deepEqual(await found(seen), [next.id, claim.id]);
  });

  it('finds all claims of a member, a page at a time', async (t) => {
    const ledger = ledgerFor(t);
    const made: string[] = [];
    for (let days = 100; days > 0; days -= 1) {
      // oxlint-disable-next-line no-await-in-loop -- by the order of their time
      const claim = await grant(ledger, request({ memberId: ALICE, now: NOW - days * DAY }));
      made.unshift(claim.id);
    }
    const { ask } = deskOn(t, ledger);
    const find = async (query: Record<string, string>) => {
      const { claims, next } = (await ask(`/api/search?${new URLSearchParams({ q: ALICE, ...query })}`)).json();
      return { ids: claims.map(({ id }: { id: string }) => id), next };
    };
    const first = await find({});
    const second = await find({ after: first.next });
    assert.deepEqual([...first.ids, ...second.ids], made);
    assert.deepEqual([first.ids.length, second.next], [50, null]);
  });

  it('shows one claim with its whole way, and notes who saw it', async (t) => {
    const ledger = ledgerFor(t);
    const { id } = await lost(ledger, ALICE, NOW);
    const { ask } = deskOn(t, ledger);
    const view = (await ask(`/api/claims/${id}`)).json();
    assert.equal(view.claim.grants[0].evidence.failure, 'the reply ended early');
    assert.equal(view.reference, claimReference(id));
    assert.deepEqual(
      view.history.map(({ to }: { to: string }) => to),
      ['sent', 'unknown'],
    );
    const { status, text } = await ask('/api/claims/01m80bthhg6f9');
    assert.deepEqual([status, JSON.parse(text)], [404, { code: 'not-found', detail: 'There is no such claim.' }]);
    const [entry] = await ledger.audit({});
    assert.deepEqual([entry?.who, entry?.what, entry?.claimId], ['Wren', 'saw', id]);
  });

  it('notes who opens it and who lists claims, once for as long as they look', async (t) => {
    const ledger = ledgerFor(t);
    await lost(ledger, ALICE, NOW);
    const { ask } = deskOn(t, ledger, ({ headers }) => ({ name: headers.get('x-who') ?? 'Wren' }));
    const asked = ['desk', 'waiting', 'claims', 'waiting', 'claims?after=0', 'claims?state=unknown', 'waiting'];
    for (const path of asked) assert.equal((await ask(`/api/${path}`)).status, 200, path);
    await ask('/api/waiting', { headers: { 'x-who': 'Ana' } });
    assert.equal((await ask('/api/claims?state=none')).status, 400);
    const noted = (await ledger.audit({})).map(({ who, what, details }) => ({ who, what, details }));
    assert.deepEqual(noted, [
      { who: 'Ana', what: 'entered', details: null },
      { who: 'Wren', what: 'listed', details: { state: 'unknown' } },
      { who: 'Wren', what: 'listed', details: {} },
      { who: 'Wren', what: 'entered', details: null },
    ]);
    assert.doesNotMatch(JSON.stringify(noted), new RegExp(ALICE));
  });

  it('shows itself and what waits where that cannot be noted', async (t) => {
    const ledger = ledgerFor(t);
    await lost(ledger, ALICE, NOW);
    const noteAudit = () => Promise.reject(new Error('the disk is full'));
    const { ask } = deskOn(t, { ...ledger, noteAudit });
    for (const path of ['desk', 'waiting', 'claims']) assert.equal((await ask(`/api/${path}`)).status, 200, path);
  });

  it('does not call its own what others decide meanwhile', async (t) => {
    const ledger = ledgerFor(t);
    const { id } = await lost(ledger, ALICE, NOW);
    const resolve: typeof ledger.resolve = async (claimId, decision, now) => {
      await ledger.resolve(claimId, { state: 'granted', who: 'Grace', why: 'has it' }, NOW);
      return ledger.resolve(claimId, decision, now);
    };
    const { ask } = deskOn(t, { ...ledger, resolve });
    for (const state of ['released', 'granted']) {
      const body = { ids: [id], state, why: 'looked' };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { results } = (await ask('/api/decisions', { method: 'POST', body })).json();
      assert.deepEqual(results, [{ id, outcome: 'settled', state: 'granted' }]);
    }
  });

  it('decides on claims by name and reason, each once, and says which were settled before', async (t) => {
    const ledger = ledgerFor(t);
    const [one, two] = [await lost(ledger, ALICE, NOW - 2), await lost(ledger, MALLORY, NOW - 1)];
    const done = await grant(ledger, request({ memberId: '1048273615902847361', now: NOW }));
    const { ask } = deskOn(t, ledger);
    const decide = (body: object) => ask('/api/decisions', { method: 'POST', body });
    const decision = { ids: [one.id, two.id, done.id, 'nothing'], state: 'released', why: '  not in\n the log ' };
    assert.deepEqual((await decide(decision)).json().results, [
      { id: one.id, outcome: 'decided', state: 'released' },
      { id: two.id, outcome: 'decided', state: 'released' },
      { id: done.id, outcome: 'settled', state: 'granted' },
      { id: 'nothing', outcome: 'missing', state: null },
    ]);
    assert.equal((await ledger.history(one.id)).at(-1)?.cause, 'operator: Wren: not in the log');
    const again = (await decide({ ...decision, ids: [one.id], state: 'granted' })).json();
    assert.deepEqual(again.results, [{ id: one.id, outcome: 'settled', state: 'released' }]);
    assert.equal((await ledger.audit({})).filter(({ what }) => what === 'decided').length, 2);
    const wrong = [
      { ...decision, ids: [] },
      { ...decision, ids: Array.from({ length: 501 }, String) },
      { ...decision, state: 'refused' },
      { ...decision, why: ' ' },
      [],
    ];
    for (const body of wrong) assert.equal((await decide(body)).status, 400);
  });

  it('is not told by the page who decides where a login says so', async (t) => {
    const ledger = ledgerFor(t);
    const { id } = await lost(ledger, ALICE, NOW);
    const { ask } = deskOn(t, ledger);
    const body = { ids: [id], state: 'granted', by: 'the boss', why: 'seen' };
    await ask('/api/decisions', { method: 'POST', body });
    assert.equal((await ledger.history(id)).at(-1)?.cause, 'operator: Wren: seen');
  });

  it('holds nobody who came by a link to the name that was given there first', async (t) => {
    const ledger = ledgerFor(t);
    const { desk, signIn, links } = linkDesk(t, ledger);
    await signIn.renew();
    const post = (path: string, body: object, cookie = '') =>
      desk.fetch(asPage(path, { method: 'POST', headers: { cookie }, body }));
    const entered = await post('/api/session', { token: links[0] });
    const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
    const causes: (string | undefined)[] = [];
    for (const by of ['Ana', 'Ben']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { who } = await (await desk.fetch(asPage('/api/desk', { headers: { cookie } }))).json();
      assert.equal(who, null);
      const { id } = await lost(ledger, by === 'Ana' ? ALICE : MALLORY, NOW);
      await post('/api/decisions', { ids: [id], state: 'granted', by, why: 'seen' }, cookie);
      causes.push((await ledger.history(id)).at(-1)?.cause);
      await desk.fetch(asPage(`/api/claims/${id}`, { headers: { cookie } }));
    }
    assert.deepEqual(causes, ['operator: Ana: seen', 'operator: Ben: seen']);
    const looks = (await ledger.audit({})).filter(({ what }) => what === 'saw');
    assert.deepEqual(
      looks.map(({ who }) => who),
      ['Ben', 'Ana'],
    );
  });

  it('adds up the days of the zone, the latest last, and what the actions have used up', async (t) => {
    const ledger = ledgerFor(t);
    await grant(ledger, request({ memberId: 'yesterday', now: NOW - DAY }));
    await grant(ledger, request({ memberId: 'a', now: NOW - 1 }));
    const { id } = await lost(ledger, ALICE, NOW);
    const { ask } = deskOn(t, ledger);
    const { days, held } = (await ask('/api/sums?days=3')).json();
    assert.deepEqual(
      days.map(({ sums }: { sums: object[] }) => sums),
      [
        [],
        [{ action: 'daily', state: 'granted', claims: 1, points: 10 }],
        [
          { action: 'daily', state: 'granted', claims: 1, points: 10 },
          { action: 'daily', state: 'pending', claims: 1, points: 0 },
        ],
      ],
    );
    assert.equal(days[1].until, days[2].since);
    assert.deepEqual(held[0], { action: 'daily', claims: 3, points: 30 });
    await ledger.resolve(id, { state: 'granted', who: 'Wren', why: 'seen' }, NOW);
    assert.equal((await ask('/api/sums?days=1')).json().days[0].sums[0].claims, 2);
    assert.equal((await ask('/api/sums?days=93')).status, 400);
  });

  it('adds up a day anew for a while after it is over, and now and then later, since claims may still come to it', async (t) => {
    const ledger = ledgerFor(t);
    const midnight = Date.UTC(2026, 10, 21);
    let now = midnight + 1;
    const proxy = proxyOn(t, ledger);
    const desk = createDesk({ proxy, authorize: () => ({ name: 'Wren' }), files: PAGE, now: () => now });
    const yesterday = async () => {
      const { days } = await (await desk.fetch(asPage('/api/sums?days=2'))).json();
      return days[0].sums;
    };
    const granted = (claims: number) => [{ action: 'daily', state: 'granted', claims, points: claims * 10 }];
    assert.deepEqual(await yesterday(), []);
    await grant(ledger, request({ memberId: 'late', now: midnight - 1 }));
    assert.deepEqual(await yesterday(), granted(1));
    now += 2 * HOUR;
    assert.deepEqual(await yesterday(), granted(1));
    await grant(ledger, request({ memberId: 'brought back', now: midnight - 2 }));
    assert.deepEqual(await yesterday(), granted(1));
    now += 2 * HOUR;
    assert.deepEqual(await yesterday(), granted(2));
    await grant(ledger, request({ memberId: 'after the clock was put back', now: midnight - 3 }));
    now -= 2 * HOUR;
    assert.deepEqual(await yesterday(), granted(3));
  });

  it('exports as the command does, notes that first, and exports nothing that it cannot note', async (t) => {
    const ledger = ledgerFor(t);
    await grant(ledger, request({ memberId: ALICE, now: NOW, fields: { name: '=1+1', guests: 2 } }));
    await lost(ledger, MALLORY, NOW);
    const { ask } = deskOn(t, ledger);
    const { headers, text } = await ask('/api/export.csv?state=granted');
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="rewards-claims-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const lines = text.trimEnd().split('\r\n');
    assert.match(lines[0] ?? '', /^claim,made,action,.*,field\.guests,field\.name$/);
    assert.match(lines[1] ?? '', new RegExp(`,${ALICE},granted,10,granted,.*,2,'=1\\+1$`));
    assert.equal(lines.length, 2);
    const [entry] = await ledger.audit({});
    assert.deepEqual([entry?.what, entry?.details], ['exported', { state: 'granted' }]);

    const { desk } = deskOn(t, ledger);
    const bytes = await (await desk.fetch(asPage('/api/export.csv'))).arrayBuffer();
    const start = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).slice(0, 2);
    assert.equal(start, '\uFEFFc', 'a spreadsheet is told that it is UTF-8');

    const broken = { ...ledger, noteAudit: () => Promise.reject(new Error('the disk is full')) };
    const reply = await deskOn(t, broken).ask('/api/export.csv');
    assert.equal(reply.status, 500);
    assert.doesNotMatch(reply.text, new RegExp(`${ALICE}|disk`));
    assert.equal((await deskOn(t, broken).ask('/api/search?q=739204618530271847')).status, 200);
  });

  it('looks whether all works, and says how to mend what does not', async (t) => {
    const ledger = ledgerFor(t);
    const { id } = await lost(ledger, ALICE, NOW);
    const { ask } = deskOn(t, ledger);
    const { findings, newestClaimAt } = (await ask('/api/health')).json();
    const texts = findings.map(({ level, check, text }: Record<string, string>) => `${level} ${check}: ${text}`);
    assert.equal(newestClaimAt, NOW);
    assert.ok(texts.includes('ok service: nothing holds back calls to the service'));
    const backup =
      'see rewards backup --help (on another database: its own tools, and then the method backedUp of the ledger)';
    assert.ok(texts.includes(`warn ledger: there is no backup since it was made or put back: ${backup}`));
    assert.ok(texts.includes('warn claims: 1 claim waits for a decision: see Waiting'));
    await ledger.resolve(id, { state: 'granted', who: 'Wren', why: 'seen' }, NOW);
    assert.match((await ask('/api/health')).text, /none waits for a decision/);
    const broken = { ...ledger, glance: () => Promise.reject(new Error('the disk is on fire')) };
    const { findings: worse } = (await deskOn(t, broken).ask('/api/health')).json();
    assert.ok(
      worse.some(({ level, text }: { level: string; text: string }) => level === 'fail' && /on fire/.test(text)),
    );
  });

  it('shows the audit, newest first', async (t) => {
    const ledger = ledgerFor(t);
    for (let at = 0; at < 60; at += 1) {
      await ledger.noteAudit({ at, who: 'Yuki', what: 'searched', claimId: null, details: null });
    }
    const { ask } = deskOn(t, ledger);
    const first = (await ask('/api/audit')).json();
    assert.deepEqual([first.entries.length, first.entries[0].seq, first.next], [50, 59, 10]);
    const second = (await ask(`/api/audit?before=${first.next}`)).json();
    assert.deepEqual([second.entries.length, second.next], [10, null]);
  });

  it('is mounted below a path, and finds its page there', async (t) => {
    const desk = createDesk({
      proxy: proxyOn(t, ledgerFor(t)),
      authorize: () => ({ name: 'Wren' }),
      mount: '/staff/desk/',
      files: PAGE,
    });
    const status = async (path: string) => (await desk.fetch(asPage(path))).status;
    const moved = await desk.fetch(asPage('/staff/desk'));
    assert.deepEqual([moved.status, moved.headers.get('location')], [308, '/staff/desk/']);
    assert.deepEqual(
      [await status('/staff/desk/'), await status('/staff/desk/api/desk'), await status('/api/desk')],
      [200, 200, 404],
    );
  });

  it('says what is wrong with its options', (t) => {
    const proxy = proxyOn(t, ledgerFor(t));
    // @ts-expect-error -- as a program without types may call it
    assert.throws(() => createDesk({ proxy }), /^TypeError: authorize is missing/);
    // @ts-expect-error -- the same
    assert.throws(() => createDesk({ proxy: {}, authorize: () => null }), /proxy must be what createProxy made/);
    // @ts-expect-error -- the same
    assert.throws(() => createDesk(), /proxy must be what createProxy made/);
    assert.throws(() => createDesk({ proxy, authorize: () => null, files: new Map() }), /was not built: npm run build/);
  });
});
