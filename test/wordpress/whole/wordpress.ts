import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { Server } from '../../frameworks/shell.ts';
import { freePort } from '../../support/http/free-port.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const BUILDS = join(HERE, 'node_modules/@wp-playground/wordpress-builds');
/** The newest release among those that the package has. */
const RELEASE = 'wp-6.5';
const LOOK_MS = 500;

/** A WordPress of one's own, which ends when it is disposed of. */
export interface WordPress extends AsyncDisposable {
  /** Without a slash at the end. */
  url: string;
}

/** Of `files` each is put below WordPress' folder before it starts. `constants` are what `wp-config.php` would define. */
export async function openWordPress(
  files: Readonly<Record<string, string>>,
  constants: Readonly<Record<string, string>>,
): Promise<WordPress> {
  await using open = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'rewards-wordpress-'));
  open.defer(() => rmSync(folder, { recursive: true, force: true }));
  unpack(join(BUILDS, `src/wordpress/${RELEASE}.zip`), folder);
  // The archive leaves out what browsers load.
  cpSync(join(BUILDS, 'public', RELEASE), folder, { recursive: true });
  for (const [path, from] of Object.entries(files)) cpSync(from, join(folder, path), { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const defined = Object.entries(constants).map(([name, value]) => `--define ${name} "${value}"`);
  const command = [
    `npx wp-playground-cli server --port ${port} --workers 2 --php 8.2`,
    `--mount-before-install "${folder}:/wordpress" --wordpress-install-mode install-from-existing-files`,
    ...defined,
  ];
  const server = open.use(new Server(HERE, command.join(' ')));
  await server.answers(url);
  // It answers before it is installed.
  while ((await fetch(`${url}/wp-json/`)).status !== 200) await wait(LOOK_MS);
  const opened = open.move();
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function unpack(archive: string, folder: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(archive)))) {
    if (name.endsWith('/')) continue;
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}
