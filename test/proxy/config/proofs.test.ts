import { describe } from 'node:test';
import { env } from '../../../src/proxy/index.ts';
import { accepts, refuses } from './cases.ts';
import { ACTION, daily, VALID } from './valid.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const verify = (proof: unknown, changes: object = {}): unknown => daily({ verify: proof, ...changes });
const KINDS = "'code', 'rotating-code', 'quiz', 'ticket', 'prerequisite', 'list', 'http'";
const NO_PROOF = `actions.daily.verify: must be a function of a claim, { type: … } with one of ${KINDS}, or { all: […] }, { any: […] } or { not: … }`;

describe('proofs in a config that cannot be used', () => {
  refuses([
    ['what is none', verify('lantern'), NO_PROOF],
    ['nothing in it', verify({}), NO_PROOF],
    [
      'a kind that there is not',
      verify({ type: 'cod' }),
      "actions.daily.verify.type: must be one of 'code', 'rotating-code', 'quiz', 'ticket', 'prerequisite', 'list', 'http'; did you mean 'code'?",
    ],
    ['a code without one', verify({ type: 'code' }), 'actions.daily.verify: must have one of code, sha256 and codes'],
    [
      'a code twice over',
      verify({ type: 'code', code: 'a', codes: ['ABCD-0001'] }),
      'actions.daily.verify: must have one of code, sha256 and codes',
    ],
    [
      'a code of hyphens',
      verify({ type: 'code', code: '--' }),
      'actions.daily.verify.code: must have a letter or digit',
    ],
    [
      'a code that the environment lacks',
      verify({ type: 'code', code: env('NO_CODE') }),
      'actions.daily.verify.code: the environment variable NO_CODE is not set',
    ],
    [
      'a hash that is none',
      verify({ type: 'code', sha256: 'ABC' }),
      'actions.daily.verify.sha256: must be 64 small hexadecimal digits',
    ],
    [
      'codes that are short, and one twice',
      verify({ type: 'code', codes: ['ABC-1', 'ABCD-0001', 'abcd 0001'] }),
      'actions.daily.verify.codes.0: must have at least 8 letters and digits: one of many is soon guessed',
      'actions.daily.verify.codes.2: is there twice, as capitals, blanks and hyphens do not count',
    ],
    [
      'a secret that is no base32, and too many minutes',
      verify({ type: 'rotating-code', secret: 'lantern-1', minutes: 90 }),
      'actions.daily.verify.secret: must be at least 10 bytes in base32: make one with "openssl rand 20 | base32"',
      'actions.daily.verify.minutes: must be at most 60',
    ],
    [
      'a quiz without questions',
      verify({ type: 'quiz', questions: {} }),
      'actions.daily.verify.questions: must have at least one question',
    ],
    [
      'an answer that is no option',
      verify({ type: 'quiz', questions: { year: { label: 'Year?', options: ['1890', '1901'], answer: '1900' } } }),
      'actions.daily.verify.questions.year.answer: must be one of the options',
    ],
    [
      'a ticket without seconds',
      verify({ type: 'ticket' }),
      'actions.daily.verify.seconds: must be a whole number of seconds',
    ],
    [
      'a ticket for longer than anybody stays',
      verify({ type: 'ticket', seconds: 7200 }),
      'actions.daily.verify.seconds: must be at most 3600',
    ],
    [
      'a ticket within not',
      verify({ all: [{ not: { any: [{ type: 'ticket', seconds: 60 }] } }] }),
      'actions.daily.verify.all.0.not.any.0: is useless within not, where a visitor without a ticket would pass: remove it',
    ],
    [
      'a prerequisite that there is not',
      verify({ type: 'prerequisite', action: 'tour' }),
      "actions.daily.verify.action: is 'tour', which is no action of the config",
    ],
    [
      'a prerequisite that is the action itself',
      verify({ type: 'prerequisite', action: 'daily' }),
      'actions.daily.verify.action: is the action itself: name another',
    ],
    [
      'a list with a line that is no id',
      verify({ type: 'list', members: 'id,name\n739204618530271847,Ann\n12,Bob' }),
      'actions.daily.verify.members: line 3 must be 5 to 20 digits without a leading zero',
    ],
    [
      'a list with an entry that is no id',
      verify({ type: 'list', members: ['739204618530271847', '12'] }),
      'actions.daily.verify.members.1: must be 5 to 20 digits without a leading zero',
    ],
    [
      'a list of nobody',
      verify({ type: 'list', members: 'id,name\n' }),
      'actions.daily.verify.members: must name at least one member',
    ],
    ['a list that is nowhere', verify({ type: 'list' }), 'actions.daily.verify: must have one of members and file'],
    [
      'a list of something else',
      verify({ type: 'list', members: 7 }),
      'actions.daily.verify.members: must be a list of member ids in quotes, a CSV as text, or a function',
    ],
    [
      'a list in two places',
      verify({ type: 'list', members: ['739204618530271847'], file: 'guests.csv' }),
      'actions.daily.verify: must have one of members and file',
    ],
    [
      'a file, which only the command reads',
      verify({ type: 'list', file: 'guests.csv' }),
      'actions.daily.verify.file: works only with the rewards command: elsewhere use members',
    ],
    [
      'an endpoint that could be listened in on, with a secret that is none',
      verify({ type: 'http', url: 'http://example.org', secret: 'short' }),
      "actions.daily.verify.url: must be an address such as 'https://example.org/verify'; http:// works only on this machine",
      'actions.daily.verify.secret: must be whsec_ and 24 to 64 bytes in base64: make one with "echo whsec_$(openssl rand -base64 32)"',
    ],
    ['all of nothing', verify({ all: [] }), 'actions.daily.verify.all: must have at least one entry'],
    ['all that is no list', verify({ all: { type: 'list' } }), 'actions.daily.verify.all: must be a list of proofs'],
    [
      'two ways to put them together',
      verify({ all: [() => ({ ok: true })], any: [] }),
      "actions.daily.verify: has an unknown key 'any'; known are all, refusal",
    ],
    [
      'what is wrong within others',
      verify({ all: [{ any: [{ type: 'code' }, 'x'] }, { not: { type: 'list', members: [] } }] }),
      'actions.daily.verify.all.0.any.0: must have one of code, sha256 and codes',
      NO_PROOF.replace('verify', 'verify.all.0.any.1'),
      'actions.daily.verify.all.1.not.members: must have at least one entry',
      'actions.daily.verify.all.1.not.members: must name at least one member',
    ],
    [
      'what lies too deep',
      verify({ not: { not: { not: { not: { type: 'code', code: 'x' } } } } }),
      'actions.daily.verify.not.not.not: lies too deep: at most 3 of all, any and not may lie within each other',
    ],
    [
      'two fields of one name',
      verify(
        {
          all: [
            { type: 'code', code: 'x' },
            { type: 'rotating-code', secret: SECRET },
          ],
        },
        { fields: { code: { label: 'Code', type: 'text' } } },
      ),
      "actions.daily.verify.all.0.field: is the name of another field of the action, 'code': take another",
      "actions.daily.verify.all.1.field: is the name of another field of the action, 'code': take another",
    ],
    [
      'too long a wait',
      verify(() => ({ ok: true }), { verifySeconds: 20 }),
      'actions.daily.verifySeconds: must be at most 15',
    ],
    [
      'a proof that only visitors can be asked for',
      {
        ...VALID,
        actions: { win: { ...ACTION, by: 'events', verify: { type: 'code', code: 'x' } } },
        events: { game: { signature: 'tally', secret: 'a secret of the game for tests', action: 'win', member: 'id' } },
      },
      "actions.win.verify: asks visitors, who cannot claim an action with by: 'events': remove it",
    ],
  ]);
});

describe('proofs in a config that can be used', () => {
  accepts([
    ['a function', verify(() => ({ ok: true }))],
    ['a code from the environment', verify({ type: 'code', code: env('CODE') }), { CODE: 'lantern' }],
    [
      'a list from the environment',
      verify({ type: 'list', members: env('GUESTS') }),
      { GUESTS: 'id\n739204618530271847' },
    ],
    ['a list that a function knows', verify({ type: 'list', members: async (memberId: string) => memberId === 'ann' })],
    [
      'all together',
      verify({
        all: [
          { any: [() => ({ ok: true }), { type: 'rotating-code', secret: SECRET }] },
          { not: { type: 'list', members: ['739204618530271847'] } },
        ],
        refusal: { en: 'No.' },
      }),
    ],
    [
      'an endpoint on this machine',
      verify({ type: 'http', url: 'http://127.0.0.1:8080/', secret: `whsec_${'a'.repeat(32)}` }),
    ],
  ]);
});
