import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { FRAMEWORKS } from '../../../src/cli/init/frameworks/index.ts';
import { folderWith, run } from '../command.ts';

/** A title that would break out of any text that it is put into carelessly. */
export const ODD_TITLE = `It's "odd" \\' \`\${process.exit(1)}\` </script><b>&amp; {x} {{ y }} %s`;

/** What is written for each framework, besides the files that every site gets. */
export const FILES: Record<string, string[]> = {
  node: ['index.html', 'rewards.ts', 'server.ts'],
  standalone: ['public/check-in.html'],
  hono: ['check-in.html', 'rewards-routes.ts', 'rewards-server.ts', 'rewards.ts'],
  express: ['check-in.html', 'rewards-routes.ts', 'rewards-server.ts', 'rewards.ts'],
  next: ['app/check-in/page.tsx', 'app/rewards/[...path]/route.ts', 'rewards.ts'],
  sveltekit: [
    'src/lib/server/rewards.ts',
    'src/routes/check-in/+page.svelte',
    'src/routes/rewards/[...path]/+server.ts',
  ],
  astro: ['src/pages/check-in.astro', 'src/pages/rewards/[...path].ts', 'src/rewards.ts'],
  nuxt: ['app/pages/check-in.vue', 'server/routes/rewards/[...path].ts', 'server/utils/rewards.ts'],
  bun: ['index.html', 'rewards.ts', 'server.ts'],
  deno: ['index.html', 'rewards.ts', 'server.ts'],
  workers: ['public/check-in.html', 'rewards-worker.ts', 'wrangler.json'],
};

/** What an image installs by, by the lockfile of the project. */
export const INSTALLS = [
  ['package-lock.json', 'npm ci --omit=dev'],
  ['pnpm-lock.yaml', 'pnpm install --prod --frozen-lockfile'],
  ['yarn.lock', 'corepack yarn install --frozen-lockfile'],
  ['bun.lock', 'bun install --production --frozen-lockfile'],
] as const;

/** What `rewards init` wrote. */
export interface Scaffold {
  folder: string;
  stdout: string;
  /** The emulator's key that the site is set up with. */
  apiKey: string;
  read: (path: string) => Promise<string>;
}

/** Has `rewards init` set up a site in a new folder, which is a project of the framework. */
export async function scaffold(t: TestContext, framework: string, ...args: readonly string[]): Promise<Scaffold> {
  const folder = await projectOf(t, framework);
  const { code, stdout, stderr } = await run(['init', '--framework', framework, '--yes', ...args], { cwd: folder });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const apiKey = /^REWARDS_API_KEY=(\S+)$/m.exec(await read('.env.example'))?.[1] ?? '';
  return { folder, stdout, apiKey, read };
}

/** A new folder with the package.json of a project of the framework. */
export async function projectOf(t: TestContext, framework: string): Promise<string> {
  const name = FRAMEWORKS.find((one) => one.name === framework)?.project?.package;
  const dependencies = { 'rewards-elements': '*', 'rewards-proxy': '*', ...(name !== undefined && { [name]: '*' }) };
  return folderWith(t, { 'package.json': JSON.stringify({ type: 'module', dependencies }) });
}

/** The files in a folder, but for what a test puts there. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== 'package.json')
    .toSorted();
}

/** Has the site talk to an emulator at another address than the usual one. */
export async function useEmulator({ folder, read }: Scaffold, url: string): Promise<void> {
  const env = (await read('.env')).replace(/^REWARDS_BASE_URL=.*$/m, `REWARDS_BASE_URL=${url}`);
  await writeFile(join(folder, '.env'), env);
}
