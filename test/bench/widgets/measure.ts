import type { CDPSession, Page } from 'puppeteer-core';

/** What is compared: how a site loads it and writes it down. */
export interface Subject {
  title: string;
  /** Imports what a site would. */
  program: URL;
  markup: string;
  /** Matches an element that has drawn itself, beyond what its `updateComplete` says of that. */
  drawn: string;
  /** Matches an element that has all that it asked for. */
  settled: string;
  /** Runs in the page before the script. */
  prepare?: () => void;
}

/** Where the bundle of a subject is. */
export interface Files {
  script: string;
  styles: readonly string[];
}

/** Milliseconds, and bytes of JavaScript and DOM for each of the hundred. */
export interface Figures {
  first: number;
  create: number;
  memory: number;
}

const COUNT = 100;

/** Loads the script in a page that has one widget, then creates a hundred more. */
export async function measure(page: Page, { script, styles }: Files, subject: Subject): Promise<Figures> {
  const { markup, settled, drawn, prepare } = subject;
  for (const url of styles) await page.addStyleTag({ url });
  if (prepare) await page.evaluate(prepare);
  const session = await page.createCDPSession();
  const first = await page.evaluate(drawFirst, script, markup, drawn);
  await page.waitForFunction(haveSettled, {}, settled, 1);
  const before = await memory(session);
  const create = await page.evaluate(drawMany, markup, drawn, COUNT);
  await page.waitForFunction(haveSettled, {}, settled, 1 + COUNT);
  const after = await memory(session);
  return { first, create, memory: (after - before) / COUNT };
}

/** Bytes in use, once all that nobody needs is gone. */
async function memory(session: CDPSession): Promise<number> {
  // More than once, because the objects of the DOM go a round later than the scripts that held them.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

const haveSettled = (selector: string, count: number) => document.querySelectorAll(selector).length === count;

async function drawFirst(script: string, markup: string, drawn: string): Promise<number> {
  document.body.innerHTML = markup;
  const start = performance.now();
  await import(script);
  for (const element of document.body.children) await Reflect.get(element, 'updateComplete');
  while (!document.querySelector(drawn)) await Promise.resolve();
  document.body.getBoundingClientRect();
  return performance.now() - start;
}

async function drawMany(markup: string, drawn: string, count: number): Promise<number> {
  const template = document.createElement('template');
  template.innerHTML = markup;
  const start = performance.now();
  const all = document.createDocumentFragment();
  for (let n = 0; n < count; n += 1) all.append(document.importNode(template.content, true));
  const elements = [...all.children];
  document.body.append(all);
  for (const element of elements) await Reflect.get(element, 'updateComplete');
  while (document.querySelectorAll(drawn).length <= count) await Promise.resolve();
  document.body.getBoundingClientRect();
  return performance.now() - start;
}
