import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FRAMEWORKS } from '../../../src/cli/init/frameworks/index.ts';
import { folderWith, run } from '../command.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

/** A title that would break out of any text that it is put into carelessly. */
export const ODD_TITLE = `It's "odd" \\' \`\${process.exit(1)}\` </script><b>&amp; {x} {{ y }} %s`;

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
  const dependencies = { 'rewards-elements': '*', ...(name !== undefined && { [name]: '*' }) };
  return folderWith(t, { 'package.json': JSON.stringify({ type: 'module', dependencies }) });
}

/** Installs packages into the folder: this one as it was built, others as they are here. */
export async function install(folder: string, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const target = name === 'rewards-elements' ? REPOSITORY : join(REPOSITORY, 'node_modules', name);
    const path = join(folder, 'node_modules', name);
    // oxlint-disable-next-line no-await-in-loop -- two or three
    await mkdir(dirname(path), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop
    await symlink(target, path);
  }
}

/** Has the site talk to an emulator at another address than the usual one. */
export async function useEmulator({ folder, read }: Scaffold, url: string): Promise<void> {
  const env = (await read('.env')).replace(/^REWARDS_BASE_URL=.*$/m, `REWARDS_BASE_URL=${url}`);
  await writeFile(join(folder, '.env'), env);
}
