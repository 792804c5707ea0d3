import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { type Circumstances, classify, type ReplyRule, type TransportReply } from '../../src/service/index.ts';

const award = { user_id: '42', points: 10, remark: 'Daily' };
const SUCCESS = JSON.stringify({ code: 0, error: '', data: award, ts: 1 });

function judged(rules: ReplyRule[], status: number, body: string, more: Partial<TransportReply> = {}) {
  const reply = { status, headers: new Headers(), body, complete: true, ...more };
  const at: Circumstances = { refusedStatuses: new Set(), rules, secret: 'sesame', now: 0, durationMs: 5 };
  return classify(reply, award, at);
}

const kind = (...given: Parameters<typeof judged>): string => judged(...given).kind;

describe('a rule for replies', () => {
  const inQueue: ReplyRule = { status: 409, text: 'in the queue', means: 'refused' };

  it('decides what nothing else does, where all that it names fits', () => {
    assert.equal(kind([inQueue], 409, '<p>You are in the queue.</p>'), 'refused');
    assert.equal(kind([inQueue], 408, '<p>You are in the queue.</p>'), 'unknown');
    assert.equal(kind([inQueue], 409, '<p>Come again.</p>'), 'unknown');
    assert.equal(kind([{ code: 'NO_USER', means: 'refused' }], 200, '{"code":"NO_USER"}'), 'refused');
    assert.equal(kind([{ code: 'NO_USER', means: 'refused' }], 200, '{"code":"NO_USERS"}'), 'unknown');
    assert.equal(kind([{ code: 7, means: 'refused' }], 500, '{"code":"7"}'), 'refused');
    assert.equal(kind([{ status: 503, means: 'refused' }], 503, '', { complete: false }), 'refused');
  });

  it('finds its text in what error says, however it is written', () => {
    const rule: ReplyRule = { text: 'kein Mitglied für', means: 'refused' };
    assert.equal(kind([rule], 500, '{"code":7,"error":"kein Mitglied f\\u00fcr dich"}'), 'refused');
  });

  it('can say of what looks like a refusal that it may have been executed', () => {
    const rules: ReplyRule[] = [{ code: 50_001, means: 'unknown' }];
    assert.equal(kind(rules, 200, '{"code":50001}'), 'unknown');
    assert.equal(kind(rules, 404, '{"code":50001}'), 'unknown');
    assert.equal(kind(rules, 200, '{"code":50002}'), 'refused');
  });

  it('comes after those before it', () => {
    const rules: ReplyRule[] = [
      { code: 7, text: 'later', means: 'unknown' },
      { code: 7, means: 'refused' },
    ];
    assert.equal(kind(rules, 500, '{"code":7,"error":"maybe later"}'), 'unknown');
    assert.equal(kind(rules, 500, '{"code":7,"error":"never"}'), 'refused');
  });

  it('is not asked about what was executed, or most likely was', () => {
    const rules: ReplyRule[] = [
      { text: 'Daily', means: 'refused' },
      { status: 500, means: 'refused' },
    ];
    assert.equal(kind(rules, 500, SUCCESS), 'granted');
    assert.equal(kind(rules, 200, SUCCESS.replace('"42"', '42')), 'unknown');
    assert.equal(kind(rules, 500, SUCCESS.replace('"42"', '42')), 'unknown');
    assert.equal(kind(rules, 200, SUCCESS.replace('"code":0', '"code":"0"')), 'unknown');
    assert.equal(kind(rules, 200, SUCCESS.replace('"code":0', '"code":1,"code":0')), 'unknown');
    assert.equal(kind(rules, 200, SUCCESS.slice(0, -1), { complete: false }), 'unknown');
    const given: ReplyRule = { code: 0, text: 'given before', means: 'refused' };
    assert.equal(kind([given], 200, '{"code":0,"error":"given before","data":null}'), 'refused');
  });

  it('is named in the evidence', () => {
    const { evidence } = judged([inQueue], 409, 'in the queue');
    assert.equal(evidence.failure, 'HTTP 409: the reply is not JSON, which is refused by a rule of the config');
  });

  it('never makes granted what is not, nor anything else of what is', () => {
    const means = fc.constantFrom<ReplyRule['means']>('refused', 'unknown');
    const fits = {
      status: fc.constantFrom(200, 409, 500),
      code: fc.constantFrom(0, 7, '0', 'E'),
      text: fc.constantFrom('Daily', 'code', '{"c'),
    };
    const rules = fc.array(fc.record({ ...fits, means }, { requiredKeys: ['means'] }), { maxLength: 4 });
    const body = fc.oneof(
      fc.constantFrom(SUCCESS, SUCCESS.replace('10', '11'), '{"code":7}', '{"code":"E"}', '{"code":0}', 'Daily', ''),
      fc.json(),
    );
    fc.assert(
      fc.property(rules, fits.status, body, (list, status, text) => {
        assert.equal(kind(list, status, text) === 'granted', text === SUCCESS);
      }),
      { numRuns: 3_000 },
    );
  });
});
