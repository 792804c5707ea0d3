import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { encode } from 'uqr';
import { codeScreen, qrLines } from '../../src/cli/code/screen.ts';
import { codeShown } from '../../src/proxy/proofs/shown-code.ts';
import { NOON } from '../proxy/support/setup.ts';
import { proving } from '../proxy/proofs/proving.ts';
import { folderWith, run } from './command.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const SETTINGS = { type: 'rotating-code', secret: SECRET, minutes: 5, field: 'code', label: 'Code' } as const;
const PAGE = 'https://example.org/meetup?lang=en';

const config = (verify: object) =>
  JSON.stringify({
    service: { apiKey: { env: 'REWARDS_API_KEY' } },
    origins: ['https://example.org'],
    actions: {
      daily: { title: 'Daily', repeats: 'daily', points: 1, remark: 'Daily' },
      meetup: { title: 'Meetup', repeats: 'once', points: 50, remark: 'Meetup', verify },
    },
  });

const CHANGING = { type: 'rotating-code', secret: { env: 'CODE_SECRET' } };

async function show(t: TestContext, args: readonly string[], verify: object = CHANGING, env = { CODE_SECRET: SECRET }) {
  const cwd = await folderWith(t, { 'rewards.config.json': config(verify) });
  return run(['code', 'show', ...args], { cwd, env });
}

describe('rewards code show', () => {
  it('tells the code that the proxy takes until it says, with the page that has it filled in', async () => {
    const page = new URL(PAGE);
    const { code, nextAt, goodUntil, address } = codeShown({ ...SETTINGS, refusal: undefined }, page, NOON + 7000);
    assert.equal(nextAt, NOON + 30_000);
    assert.equal(address, `${PAGE}#rewards-code=${code}`);
    for (const [at, status] of [
      [NOON + 7000, 201],
      [nextAt, 201],
      [goodUntil - 1, 201],
      [goodUntil, 403],
    ] as const) {
      await using setup = proving({ type: 'rotating-code', secret: SECRET, minutes: 5 });
      setup.clock.now = at;
      assert.equal((await setup.tour({ code })).status, status, `${at - NOON}`);
    }
  });

  it('prints JSON where no terminal is, and needs no key of the service', async (t) => {
    const { code, stdout, stderr } = await show(t, ['meetup', '--page', PAGE]);
    assert.deepEqual([code, stderr], [0, '']);
    const shown = JSON.parse(stdout);
    assert.match(shown.code, /^\d{6}$/);
    assert.equal(shown.page, `${PAGE}#rewards-code=${shown.code}`);
    assert.equal(Date.parse(shown.goodUntil) - Date.parse(shown.nextAt), 300_000);
    assert.ok(Date.parse(shown.nextAt) > Date.now() - 30_000);
    assert.ok(!stdout.includes(SECRET));
  });

  it('finds the code among other proofs, under the name of its field', async (t) => {
    const verify = {
      all: [{ type: 'list', members: ['739204618530271847'] }, { any: [{ ...CHANGING, field: 'pin' }] }],
    };
    const shown = JSON.parse((await show(t, ['meetup', '--page', PAGE], verify)).stdout);
    assert.equal(shown.field, 'pin');
    assert.match(shown.page, /#rewards-pin=\d{6}$/);
  });

  const wrong: [name: string, args: string[], verify: object, code: number, says: RegExp][] = [
    ['no action', [], CHANGING, 2, /name one action: rewards code show <action>/],
    ['two actions', ['meetup', 'daily'], CHANGING, 2, /name one action/],
    ['an action that there is not', ['meet'], CHANGING, 2, /no action meet in the config: there are daily, meetup/],
    ['an action without proof', ['daily'], CHANGING, 2, /the action daily asks for no code that changes/],
    ['a code that stays', ['meetup'], { type: 'code', code: 'lantern' }, 2, /asks for no code that changes/],
    [
      'two codes',
      ['meetup'],
      { any: [CHANGING, { ...CHANGING, field: 'b' }] },
      2,
      /asks for several codes that change/,
    ],
    [
      'no secret',
      ['meetup'],
      { ...CHANGING, secret: { env: 'NONE' } },
      1,
      /actions\.meetup\.verify\.secret: is missing/,
    ],
    ['a short secret', ['meetup'], { ...CHANGING, secret: 'GEZDGNBV' }, 1, /verify\.secret: must be at least 10 bytes/],
    ['a page of another site', ['meetup', '--page', 'https://evil.example/'], CHANGING, 2, /none of the origins/],
    ['a page with a fragment', ['meetup', '--page', `${PAGE}#top`], CHANGING, 2, /without a #/],
    ['no page', ['meetup', '--page', 'meetup'], CHANGING, 2, /--page must be the address of a page/],
  ];
  for (const [name, args, verify, code, says] of wrong) {
    it(`refuses ${name}`, async (t) => {
      const ended = await show(t, args, verify);
      assert.equal(ended.code, code);
      assert.match(ended.stderr, says);
      assert.equal(ended.stdout, '');
    });
  }
});

describe('the screen of a code', () => {
  const address = 'https://example.org/meetup#rewards-code=482913';
  const shown = { code: '482913', nextAt: NOON + 30_000, goodUntil: NOON + 330_000, address };

  it('draws the QR code with all of its modules, in black on white', () => {
    const { data } = encode(address, { border: 4, ecc: 'M' });
    const drawn = qrLines(address).flatMap((line) => [
      Array.from(line, (half) => half === '█' || half === '▀'),
      Array.from(line, (half) => half === '█' || half === '▄'),
    ]);
    assert.deepEqual(drawn.slice(0, data.length), data);
    assert.ok(drawn.slice(data.length).every((row) => !row.includes(true)));
    const screen = codeScreen('Meetup', shown, { now: NOON, columns: 80, rows: 40 });
    assert.equal(screen.split('\u001b[30;107m').length - 1, qrLines(address).length);
  });

  it('says the code, how long it is the one, and how long it counts', () => {
    const screen = codeScreen('Meetup', { ...shown, address: null }, { now: NOON + 18_500, columns: 80, rows: 40 });
    assert.match(
      screen,
      /^ {2}Meetup\n\n {2}\S*482 913\S* {3}the next one in 12 s\n {2}It counts for 5 minutes after that\./,
    );
  });

  it('says how large the window has to be where the QR code does not fit', () => {
    for (const size of [
      { columns: 30, rows: 60 },
      { columns: 80, rows: 20 },
    ]) {
      const screen = codeScreen('Meetup', shown, { now: NOON, ...size });
      assert.match(screen, /the window has to be \d+ columns wide and \d+ lines high/);
      assert.ok(!screen.includes('█'));
    }
  });

  it('does nothing to the terminal that a title asks for', () => {
    assert.ok(!codeScreen('\u001b[2Jx', shown, { now: NOON, columns: 9, rows: 9 }).includes('\u001b[2J'));
  });
});
