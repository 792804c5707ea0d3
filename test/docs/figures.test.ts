import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { MAX_ATTEMPTS, waitAfter } from '../../src/proxy/deliveries/back-off.ts';
import { PAGE_SCRIPT } from '../../src/proxy/embed/scripts.ts';
import { FRAMEWORKS } from '../frameworks/frameworks.ts';
import { PAGES_OF_DOCS } from './snippets.ts';

const SOURCES = new URL('../../src/', import.meta.url);
const HOUR_MS = 3_600_000;
const WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** The text of a page on one line, since a figure's words may stand on two. */
function page(name: string): string {
  const found = PAGES_OF_DOCS.find(({ path }) => path.endsWith(`/${name}.md`));
  assert.ok(found, name);
  return found.text.replaceAll(/\s+/g, ' ');
}

/** The value of a constant, which is written as a product of numbers. */
function constant(file: string, name: string): number {
  const source = readFileSync(new URL(file, SOURCES), 'utf8');
  const found = new RegExp(`\\b${name}(?: =|:) ([\\d_ *]+)[;,]`).exec(source)?.[1];
  assert.ok(found, `${file} has no ${name}`);
  return found.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

function figure(text: string): number {
  const word = WORDS.indexOf(text.toLowerCase());
  return word < 0 ? Number(text.replaceAll(',', '')) : word + 2;
}

/** Where pages state a figure of the code: what stands around it, and which constant it is, in which unit. */
const FIGURES: readonly [page: string, around: RegExp, file: string, name: string, unit?: number][] = [
  ['abuse', /valid for (\w+) minutes and good for one claim/, 'proxy/challenge/altcha.ts', 'LIFE_S', 60],
  ['abuse', /each costs more, up to (\w+) times/, 'proxy/challenge/effort.ts', 'MAX_TIMES'],
  ['abuse', /tries again for half an hour, (\w+) times in all/, 'proxy/alerts/alert-queue.ts', 'MAX_ATTEMPTS'],
  ['abuse', /and at most (\w+) seconds after the process ends/, 'proxy/alerts/alert-queue.ts', 'CLOSE_LIMIT_MS', 1000],
  ['deploy', /sends more than (\w+) requests in advance/, 'cli/serve/connection-bounds.ts', 'MAX_AHEAD'],
  ['deploy', /reads nothing for (\d+) seconds/, 'cli/serve/connection-bounds.ts', 'UNREAD_MS', 1000],
  ['deploy', /\| `statementTimeoutMs` \| ([\d,]+) \|/, 'ledger/postgres/limits.ts', 'statementTimeoutMs'],
  ['deploy', /\| `lockTimeoutMs` \| ([\d,]+) \|/, 'ledger/postgres/limits.ts', 'lockTimeoutMs'],
  [
    'deploy',
    /\| `idleInTransactionTimeoutMs` \| ([\d,]+) \|/,
    'ledger/postgres/limits.ts',
    'idleInTransactionTimeoutMs',
  ],
  ['deploy', /\| `connectTimeoutMs` \| (\d+) s \|/, 'ledger/postgres/limits.ts', 'connectTimeoutMs', 1000],
  ['desk', /starts a session of (\w+) hours/, 'desk/link-sign-in.ts', 'SESSION_MS', HOUR_MS],
  ['emulator', /the last (\d+) calls, oldest first/, 'emulator/api/call-log.ts', 'CAPACITY'],
  ['events-in', /too large \((\d+) KiB\)/, 'proxy/events/verify.ts', 'MAX_BYTES', 1024],
  ['events-out', /\d to 299 within (\d+) seconds/, 'proxy/alerts/post.ts', 'TIMEOUT_MS', 1000],
  ['events-out', /each takes up to (\d+) events for a minute/, 'proxy/deliveries/queue.ts', 'BATCH'],
  ['giving', /a file of up to ([\d,]+) lines/, 'desk/gifts/gift-desk.ts', 'MAX_LINES'],
  ['giving', /if nothing succeeds for (\w+) minutes/, 'desk/gifts/run.ts', 'STUCK_MS', 60_000],
  ['identity', /`exp` \| at most (\d+) seconds later/, 'proxy/identity/member-token.ts', 'MAX_LIFE_S'],
  [
    'identity',
    /in the tab's `sessionStorage` for (\w+) minutes/,
    'elements/shared/sign-in/kept-entries.ts',
    'LIFE_MS',
    60_000,
  ],
  ['operate', /calls keep failing \((\d+) in a row/, 'proxy/upstream/call-sample.ts', 'IN_A_ROW'],
  ['operate', /or (\d+) of the last 20\)/, 'proxy/upstream/call-sample.ts', 'OF_WINDOW'],
  ['operate', /or 10 of the last (\d+)\)/, 'proxy/upstream/call-sample.ts', 'WINDOW'],
  ['operate', /After (\d+) seconds, later up to a minute/, 'proxy/upstream/circuit-breaker.ts', 'FIRST_WAIT_MS', 1000],
  ['operate', /`rewards serve` looks every (\d+) seconds/, 'cli/serve/regular-recovery.ts', 'INTERVAL_MS', 1000],
  ['operate', /and then (\w+) seconds for the ledger/, 'proxy/claims/claims.ts', 'CLOSE_LIMIT_MS', 1000],
  ['operate', /it makes no claims for (\w+) minutes/, 'proxy/claims/clock-watch.ts', 'HOLD_MS', 60_000],
  ['proofs', /or (\w+) seconds passed \(`verifySeconds`\)/, 'proxy/proofs/config.ts', 'USUAL_SECONDS'],
  ['troubleshoot', /larger than (\d+) KiB/, 'proxy/http/request-body.ts', 'MAX_BYTES', 1024],
  ['troubleshoot', /names each field, at most (\d+)/, 'proxy/http/problem.ts', 'MAX_ERRORS'],
];

describe('the figures of the documentation', () => {
  for (const [name, around, file, constantName, unit = 1] of FIGURES) {
    it(`are those of the code: ${constantName} (${name}.md)`, () => {
      const found = around.exec(page(name))?.[1];
      assert.ok(found, `${name}.md says nothing like ${around}`);
      assert.equal(figure(found) * unit, constant(file, constantName));
    });
  }

  it('are those of the limits that hold by themselves', () => {
    const source = readFileSync(new URL('proxy/rate-limit/config.ts', SOURCES), 'utf8').replaceAll('_', '');
    const stated = page('abuse').matchAll(/(\w+): \{ max: (\d+), perSeconds: (\d+)/g);
    const kinds = Array.from(stated, ([, kind, max, seconds]) => {
      assert.match(source, new RegExp(`\\b${kind}: (?:limit\\(|[^]{0,40}rate\\()${max}, ${seconds}[,)]`), kind);
      return kind;
    });
    assert.equal(kinds.length, 7);
  });

  it('count the apps that are built, and weigh the script for frames', () => {
    const readme = readFileSync(new URL('../README.md', SOURCES), 'utf8');
    assert.ok(readme.includes(`builds ${FRAMEWORKS.length} real apps`), String(FRAMEWORKS.length));
    const [, kilobytes] = /The script has less than (\d+) kB/.exec(page('embed')) ?? [];
    assert.ok(PAGE_SCRIPT.length < Number(kilobytes) * 1000, `${PAGE_SCRIPT.length} bytes`);
  });

  it('add up: when a delivery has failed', () => {
    const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => waitAfter(index + 1, 0.5));
    const hours = Math.round(waits.reduce((sum, wait) => sum + wait, 0) / HOUR_MS);
    assert.ok(
      page('events-out').includes(`has failed ${WORDS[MAX_ATTEMPTS - 2]} times, which takes about ${hours} hours`),
    );
  });

  it('are the same wherever it is said how long a stop may take', () => {
    const seconds = (text: string) =>
      Array.from(
        text.matchAll(/(?:stop_grace_period: |TimeoutStopSec=|--stop-timeout |waits |Allow )(\d+)/g),
        ([, number]) => number,
      );
    assert.deepEqual(new Set(['operate', 'hosts'].flatMap((name) => seconds(page(name)))), new Set(['40']));
  });
});
