import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUILD_SECRETS, BUILT_AMONG_SECRETS, CANARY } from './run/build-secrets.ts';
import { isThorough } from './support/thorough.ts';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
/** Where there is no time for more, what the run has built stands for it. */
const OWN_BUILD = isThorough || process.env[BUILT_AMONG_SECRETS] === undefined;

const home = OWN_BUILD ? mkdtempSync(join(tmpdir(), 'rewards-bundles-')) : REPOSITORY;

/** A build with a file of secrets beside it. Its folder is its own, since other tests read the one in `dist` meanwhile. */
async function build(): Promise<void> {
  for (const name of ['src', 'package.json', 'tsconfig.json', 'vite.config.ts', 'build']) {
    cpSync(join(REPOSITORY, name), join(home, name), { recursive: true });
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(home, 'node_modules'));
  const lines = Object.entries(BUILD_SECRETS).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(home, '.env'), lines.join(''));
  const env = { ...process.env, ...BUILD_SECRETS };
  await promisify(execFile)(process.execPath, ['build/build.ts'], { cwd: home, env });
}

before(async () => {
  if (OWN_BUILD) await build();
});
after(() => {
  if (OWN_BUILD) rmSync(home, { recursive: true, force: true });
});

/** The built files, with their source maps, whose text matches. */
function filesWith(pattern: RegExp, folder = ''): string[] {
  const root = join(home, 'dist', folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(readFileSync(join(entry.parentPath, entry.name), 'utf8')))
    .map(({ name }) => name);
}

describe('what is built', () => {
  it('takes nothing in that is secret on the machine that builds it', () => {
    assert.ok(filesWith(/rewards-checkin/).length > 3);
    assert.deepEqual(filesWith(new RegExp(CANARY)), []);
    assert.deepEqual(filesWith(new RegExp(home)), []);
  });

  it('knows nothing of API keys where it is for browsers', () => {
    const ofServers = /x-api-key|REWARDS_API_KEY|apiKey/;
    assert.ok(filesWith(ofServers, 'proxy').length > 0);
    for (const folder of ['cdn', 'elements', 'contract']) assert.deepEqual(filesWith(ofServers, folder), [], folder);
  });
});
