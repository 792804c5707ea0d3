import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer-core';
import type { Community } from '../e2e/support/community.ts';
import { checkServed, driveInitPage, drivePage } from './drive.ts';
import type { Framework } from './framework.ts';
import { run, Server } from './shell.ts';

const PAGES = fileURLToPath(new URL('pages/', import.meta.url));

/** What is looked at in each app, in this order. */
export const ASPECTS = ['installs', 'types', 'builds', 'SSR', 'claims'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** What came of an aspect: `null` where the framework has no such thing, or where an earlier one failed; else a failure's text, empty for success. */
export type Outcome = string | null;

/** What the apps are made with and talk to. */
export interface Ground {
  folder: string;
  /** Paths of our packages as npm packed them. */
  tarballs: readonly string[];
  browser: Browser;
  community: Community;
  emulator: string;
  apiKey: string;
  /** The port that each app listens at, and whose origin the proxy beside them allows. */
  port: number;
  /** Where that proxy is. */
  endpoint: string;
}

/** Makes an app, and looks at every aspect of it until one fails. Never throws. */
export async function check(framework: Framework, ground: Ground): Promise<Record<Aspect, Outcome>> {
  const { name, types, build, start, path, init, initPath = '/check-in', rendersOnServer } = framework;
  const folder = join(ground.folder, name);
  const origin = `http://127.0.0.1:${ground.port}`;
  const outcomes: Record<Aspect, Outcome> = { installs: null, types: null, builds: null, SSR: null, claims: null };
  const attempt = async (aspect: Aspect, task: () => Promise<unknown>): Promise<boolean> => {
    try {
      await task();
      outcomes[aspect] = '';
    } catch (error) {
      outcomes[aspect] = error instanceof Error ? error.message : String(error);
    }
    return outcomes[aspect] === '';
  };

  if (!(await attempt('installs', () => makeApp(framework, ground, folder)))) return outcomes;
  if (build !== null && !(await attempt('builds', () => run(folder, build)))) return outcomes;
  if (types !== null) await attempt('types', () => run(folder, types));
  await attempt('claims', async () => {
    using server = new Server(folder, start.replaceAll('$PORT', String(ground.port)), {
      PORT: String(ground.port),
      HOST: '127.0.0.1',
    });
    await server.answers(origin);
    if (rendersOnServer && path !== null) await attempt('SSR', () => checkServed(origin + path));
    if (init !== undefined) await driveInitPage(ground.browser, origin + initPath, ground.community);
    if (path !== null) await drivePage(ground.browser, origin + path, ground.community);
  });
  return outcomes;
}

/** From the template, with our packages, what `rewards init` writes, and our pages. */
async function makeApp({ name, template, packages = [], init, pages }: Framework, ground: Ground, folder: string) {
  const { tarballs, endpoint, emulator, apiKey, port } = ground;
  if (template !== null) await run(ground.folder, `npx --yes ${template.replaceAll('$NAME', name)}`);
  else mkdirSync(folder);
  const replaced = { ENDPOINT: init === undefined ? endpoint : '/rewards' };
  for (const page of pages ?? [name]) copyPages(join(PAGES, page), folder, replaced);
  const wanted = [...tarballs, ...packages];
  await run(folder, `npm install --no-audit --no-fund ${wanted.join(' ')}`);
  if (init === undefined) return;
  const steps = await run(folder, `npx rewards init --framework ${init} --yes --origin http://127.0.0.1:${port}`);
  for (const [, command = ''] of steps.matchAll(/^ {2}(npm install .+)$/gm)) {
    // oxlint-disable-next-line no-await-in-loop -- as they are printed
    await run(folder, command);
  }
  const env = join(folder, '.env');
  const text = readFileSync(env, 'utf8')
    .replace(/^REWARDS_BASE_URL=.*$/m, `REWARDS_BASE_URL=${emulator}`)
    .replace(/^REWARDS_API_KEY=.*$/m, `REWARDS_API_KEY=${apiKey}`);
  writeFileSync(env, text);
}

/** `__ENDPOINT__` in a page is where its proxy is. */
function copyPages(from: string, to: string, { ENDPOINT }: { ENDPOINT: string }): void {
  if (!existsSync(from)) return;
  cpSync(from, to, { recursive: true });
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const target = join(to, path);
    if (!statSync(target).isFile()) continue;
    const text = readFileSync(target, 'utf8');
    if (text.includes('__ENDPOINT__')) writeFileSync(target, text.replaceAll('__ENDPOINT__', ENDPOINT));
  }
}
