import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { connectionRefused } from '../support/transport.ts';
import { provedBy, proving, refusesAll, type VerifyInput } from './proving.ts';

const CODE = { type: 'code', code: 'Lantern-2026' } as const;

describe('a code', () => {
  for (const [name, code] of [
    ['as it is', 'Lantern-2026'],
    ['in capitals, with blanks and without the hyphen', ' LANTERN 2026 '],
    ['in wide letters, with a dash', 'Ｌantern–2026'],
  ] as const) {
    it(`counts ${name}`, async () => {
      await using setup = proving(CODE);
      assert.equal((await setup.tour({ code })).status, 201);
      assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'code' }] });
    });
  }

  refusesAll(CODE, [
    ['another', { code: 'Lantern-2025' }],
    ['none', {}],
    ['an empty one', { code: '' }],
    ['one of blanks alone', { code: ' - ' }],
    ['its beginning', { code: 'Lantern' }],
    ['more than it', { code: 'Lantern-20261' }],
    ['a number', { code: 2026 }],
    ['true', { code: true }],
    ['its hash', { code: createHash('sha256').update('lantern2026').digest('hex') }],
    ['it in another field', { code: 'x', secret: 'Lantern-2026' }],
  ]);

  it('is known by its hash as well', async () => {
    const sha256 = createHash('sha256').update('lantern2026').digest('hex');
    await using setup = proving({ type: 'code', sha256 });
    assert.equal((await setup.tour({ code: sha256 })).status, 403);
    assert.equal((await setup.tour({ code: 'Lantern 2026' })).status, 201);
  });

  it('may be one of several', async () => {
    await using setup = proving({ type: 'code', code: ['north', 'south'] });
    assert.equal((await setup.tour({ code: 'south' })).status, 201);
    assert.equal((await setup.tour({ code: 'west' }, 'bob')).status, 403);
  });

  it('is asked for in a field of the form, and stands in no record, answer or log line', async () => {
    await using setup = proving(CODE, { action: { fields: { name: { label: 'Name', type: 'text' } } } });
    const { body } = await setup.ask('/rewards/actions/tour');
    assert.deepEqual(
      (body['fields'] as { name: string; type: string; required: boolean }[]).map((one) => [
        one.name,
        one.type,
        one.required,
      ]),
      [
        ['name', 'text', false],
        ['code', 'text', true],
      ],
    );
    const wrong = await setup.tour({ name: 'Ann', code: 'Wrong-Code-1' });
    const granted = await setup.tour({ name: 'Ann', code: 'Lantern-2026' });
    const [claim] = await setup.ledger.list({});
    assert.ok(claim);
    assert.deepEqual(claim.fields, { name: 'Ann' });
    const kept = [await setup.ledger.exportMember('ann'), setup.logs, wrong.body, granted.body];
    assert.doesNotMatch(JSON.stringify(kept), /lantern-?2026|wrong-?code/i);
  });

  it('is taken from a form that a browser sent by itself', async () => {
    await using setup = proving(CODE);
    const send = (code: string) =>
      setup.ask('/rewards/actions/tour/claims', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ memberId: 'ann', code }).toString(),
      });
    assert.equal((await send('no')).status, 403);
    assert.equal((await send('lantern2026')).status, 201);
  });

  it('counts each guess against the limits of member and address', async () => {
    await using setup = proving(CODE, { config: { limits: { member: { max: 5, perSeconds: 60 } } } });
    const codes: unknown[] = [];
    for (let n = 0; n < 8; n += 1) codes.push((await setup.tour({ code: `guess-${n}` })).body['code']);
    assert.deepEqual(codes, [
      ...Array.from({ length: 5 }, () => 'not-proved'),
      ...Array.from({ length: 3 }, () => 'rate-limited'),
    ]);
    assert.equal((await setup.tour({ code: 'Lantern-2026' })).body['code'], 'rate-limited');
  });
});

describe('codes that are each good for one claim', () => {
  const codes = ['ABCD-0001', 'ABCD-0002', 'ABCD-0003'];
  const EACH = { type: 'code', codes } as const;

  // https://github.com/zemetsskiy/ZealyAutomatization: the codes of one member were typed for every account.
  it('pay one of a hundred members who type the same', async () => {
    await using setup = proving(EACH);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => setup.tour({ code: 'abcd0002' }, `m-${n}`)),
    );
    const byStatus = Map.groupBy(answers, ({ status }) => status);
    assert.equal(byStatus.get(201)?.length, 1);
    assert.equal(byStatus.get(403)?.length, 99);
    assert.ok(byStatus.get(403)?.every(({ body }) => body['code'] === 'not-proved'));
    assert.equal(setup.calls.length, 1);
  });

  it('say in the ledger which it was', async () => {
    await using setup = proving(EACH);
    await setup.tour({ code: 'ABCD-0003' });
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'code', place: 3 }] });
  });

  it('tell a member who has claimed with one so', async () => {
    await using setup = proving(EACH);
    assert.equal((await setup.tour({ code: 'ABCD-0001' })).status, 201);
    const again = await setup.tour({ code: 'ABCD-0001' });
    assert.deepEqual([again.status, again.body['code']], [409, 'already-claimed']);
    assert.equal((await setup.tour({ code: 'ABCD-0001' }, 'bob')).body['detail'], 'This code was used before.');
  });

  it('are good again where the service could not be reached', async () => {
    await using setup = proving(EACH, { script: connectionRefused });
    assert.equal((await setup.tour({ code: 'ABCD-0001' })).status, 502);
    assert.equal((await setup.tour({ code: 'ABCD-0001' })).status, 502, 'to the same member');
    assert.equal((await setup.tour({ code: 'ABCD-0001' }, 'bob')).status, 502, 'and to another');
  });

  refusesAll(EACH, [
    ['one that is none of them', { code: 'ABCD-0004' }],
    ['two of them', { code: 'ABCD-0001ABCD-0002' }],
    ['what they begin with', { code: 'ABCD' }],
    ['none', {}],
    ['its place', { code: 1 }],
  ]);

  it('within any leave the others to be asked where one was used before', async () => {
    const list: VerifyInput = { type: 'list', members: ['bob', 'cid'] };
    const tickets: VerifyInput = { type: 'code', codes: ['WXYZ-0001'], field: 'ticket' };
    await using setup = proving({ any: [EACH, tickets, list] });
    const fields = { code: 'ABCD-0001', ticket: '-' };
    assert.equal((await setup.tour(fields)).status, 201);
    assert.equal((await setup.tour(fields, 'bob')).status, 201);
    assert.deepEqual(await provedBy(setup, 'bob'), { proofs: [{ type: 'list' }] });
    const { status, body } = await setup.tour(fields, 'dan');
    assert.deepEqual([status, body['detail']], [403, 'This code was used before.']);
    assert.equal((await setup.tour({ ...fields, ticket: 'WXYZ-0001' }, 'dan')).status, 201);
    assert.equal((await setup.tour(fields)).body['code'], 'already-claimed');
  });

  it('within any wait for another that may still hold', async () => {
    await using setup = proving({ any: [EACH, async () => ({ notYet: 60 })] });
    assert.equal((await setup.tour({ code: 'ABCD-0001' })).status, 201);
    assert.equal((await setup.tour({ code: 'ABCD-0001' }, 'bob')).body['code'], 'not-yet');
  });
});
