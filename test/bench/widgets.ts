/**
 * What check-ins cost a page, against a field and a button of Shoelace, in turn within one run: the time until the first
 * is drawn, the time to create and draw a hundred, and the memory of each. A check-in asks a proxy for its action, which
 * Shoelace has no need to: so it is measured with the requests taken from it, and once more as it is. The absolute
 * figures drift with the machine; the ratio is what counts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAction } from '../../src/elements/debug/samples.ts';
import { openBrowser } from '../e2e/browser.ts';
import { openStaticSite } from '../support/static-site.ts';
import { bundle } from './widgets/bundle.ts';
import { type Figures, measure, type Subject } from './widgets/measure.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11);
const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Bench</title><body>';

const checkin: Subject = {
  script: '/scripts/checkin/checkin.js',
  markup: '<rewards-checkin action="daily"></rewards-checkin>',
  settled: 'rewards-checkin:state(ready)',
};
const SUBJECTS = {
  shoelace: {
    script: '/scripts/shoelace/shoelace.js',
    styles: '/scripts/shoelace/light.css',
    markup:
      '<sl-input label="Your member id" help-text="Your id, not your name" required></sl-input><sl-button variant="primary">Check in</sl-button>',
    settled: 'sl-button',
  },
  drawn: { ...checkin, prepare: answerAtLeisure },
  asking: checkin,
} satisfies Record<string, Subject>;

/** Runs in the page: answers requests without sending them, when whatever asks has been drawn. */
function answerAtLeisure(): void {
  const reply = fetch('/rewards/actions/daily').then((response) => response.text());
  globalThis.fetch = async () => {
    const text = await reply;
    await new Promise((resolve) => setTimeout(resolve));
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const folder = mkdtempSync(join(tmpdir(), 'rewards-widgets-'));
await using open = new AsyncDisposableStack();
open.defer(() => rmSync(folder, { recursive: true }));
await bundle(folder);
const action = JSON.stringify(sampleAction('rewards-checkin', ''));
const site = await openStaticSite({
  page: PAGE,
  scripts: folder,
  answer: (_request, response) => void response.setHeader('content-type', 'application/json').end(action),
});
open.defer(() => site.close());
const browser = await openBrowser();
open.defer(() => browser.close());

async function round(subject: Subject): Promise<Figures> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(site.url);
    return await measure(page, subject);
  } finally {
    await context.close();
  }
}

const rounds: Record<keyof typeof SUBJECTS, Figures>[] = [];
// The first round only warms up.
for (let n = 0; n <= ROUNDS; n += 1) {
  const { shoelace, drawn, asking } = SUBJECTS;
  const figures = { shoelace: await round(shoelace), drawn: await round(drawn), asking: await round(asking) };
  if (n > 0) rounds.push(figures);
}

const ROWS: [name: string, key: keyof Figures, unit: string, scale: number][] = [
  ['first one drawn', 'first', 'ms', 1],
  ['100 created and drawn', 'create', 'ms', 1],
  ['memory of each, with its DOM', 'memory', 'kB', 1000],
];
console.log(`${''.padEnd(30)}Shoelace   check-in   ratio   with its request`);
for (const [name, key, unit, scale] of ROWS) {
  const shown = (subject: keyof typeof SUBJECTS) =>
    `${median(rounds.map((figures) => figures[subject][key] / scale)).toFixed(1)} ${unit}`.padEnd(11);
  const ratio = (subject: keyof typeof SUBJECTS) =>
    median(rounds.map((figures) => figures[subject][key] / figures.shoelace[key])).toFixed(2);
  const cells = [shown('shoelace'), shown('drawn'), ratio('drawn').padEnd(8), shown('asking'), ratio('asking')];
  console.log(name.padEnd(30) + cells.join(''));
}
