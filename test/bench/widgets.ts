/**
 * What check-ins cost a page, beside the fields and buttons of design systems and the widgets of two CAPTCHAs, in turn
 * within one run: what is loaded, the time until the first is drawn, the time to create and draw a hundred, and the memory
 * of each. The absolute figures drift with the machine; the ratios are what counts.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAction } from '../../src/elements/debug/samples.ts';
import { openBrowser } from '../e2e/support/browser.ts';
import { newPage } from '../support/browsers/new-page.ts';
import { gzipSize, upFront } from '../support/pages/bundles.ts';
import { openStaticSite } from '../support/http/static-site.ts';
import type { Table } from './measured-tables.ts';
import { median, spread } from './statistics.ts';
import { bundle } from './widgets/bundle.ts';
import { type Figures, measure, type Subject } from './widgets/measure.ts';
import { SUBJECTS } from './widgets/subjects.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11);
const PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Bench</title><body>';

/** Measures all widgets, and says what each came to beside Shoelace's. */
export async function benchWidgets(): Promise<{ table: Table; browser: string }> {
  await using open = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'rewards-widgets-'));
  open.defer(() => rmSync(folder, { recursive: true }));
  const names = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[];
  await bundle(folder, Object.fromEntries(names.map((name) => [name, SUBJECTS[name].program])));
  const site = await openStaticSite({
    page: PAGE,
    scripts: folder,
    answer: ({ url = '' }, response) => {
      const memberId = new URL(url, 'http://site.example').searchParams.get('memberId') ?? '';
      const action = JSON.stringify(sampleAction('rewards-checkin', memberId));
      response.setHeader('content-type', 'application/json').end(action);
    },
  });
  open.defer(() => site.close());
  const browser = await openBrowser();
  open.defer(() => browser.close());

  const stylesOf = (name: string) => (existsSync(join(folder, name, 'entry.css')) ? [`${name}/entry.css`] : []);
  const round = async (name: keyof typeof SUBJECTS): Promise<Figures> => {
    const context = await browser.createBrowserContext();
    try {
      const page = await newPage(context);
      await page.goto(site.url);
      const subject: Subject = SUBJECTS[name];
      const files = { script: `/scripts/${name}/entry.js`, styles: stylesOf(name).map((path) => `/scripts/${path}`) };
      return await measure(page, files, subject);
    } finally {
      await context.close();
    }
  };
  const rounds = new Map(names.map((name) => [name, [] as Figures[]]));
  // The first round only warms up.
  for (let n = 0; n <= ROUNDS; n += 1) {
    for (const name of names) {
      const figures = await round(name);
      if (n > 0) rounds.get(name)?.push(figures);
    }
  }

  const of = (name: keyof typeof SUBJECTS, key: keyof Figures) => (rounds.get(name) ?? []).map((one) => one[key]);
  const cells = (name: keyof typeof SUBJECTS, key: keyof Figures, unit: string, scale = 1) => {
    const yardstick = of('shoelace', key);
    const figures = of(name, key);
    const ratios = figures.map((figure, n) => figure / (yardstick[n] ?? Number.NaN));
    return [`${(median(figures) / scale).toFixed(1)} ${unit}`, spread(ratios, 2)];
  };
  const bytes = (name: string) =>
    gzipSize([...upFront(join(folder, name, 'entry.js')), ...stylesOf(name).map((path) => join(folder, path))]);
  const table = {
    head: ['Widget', 'Gzip', 'First drawn', '× Shoelace', '100 drawn', '× Shoelace', 'Memory of each', '× Shoelace'],
    rows: names.map((name) => [
      SUBJECTS[name].title,
      `${(bytes(name) / 1000).toFixed(1)} kB`,
      ...cells(name, 'first', 'ms'),
      ...cells(name, 'create', 'ms'),
      ...cells(name, 'memory', 'kB', 1000),
    ]),
  };
  return { table, browser: await browser.version() };
}
