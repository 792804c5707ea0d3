import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Chromium } from './chromium.ts';
import { exists } from '../processes/find-program.ts';

const PACKAGE = '@sparticuz/chromium';

/** The package's own names only folders that it does not use here; without a single font the browser dies. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Unpacks the browser that the npm package carries, once a version, and gives the folder it is in.
 *
 * The package unpacks into the system's temp folder and takes whatever lies there for its own. So it runs in a process
 * whose temp folder is a new one, which is then moved into place as a whole: half a browser is never found, and when
 * two processes unpack at once, the slower one discards its copy. The variable makes it unpack the libraries as well.
 */
async function unpacked(entry: string): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', entry), 'utf8')) as { version: string };
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
  const folder = join(cache, `chromium-${version}`);
  if (await exists(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const aside = await mkdtemp(`${folder}-`);
  try {
    const script = `import chromium from ${JSON.stringify(entry)}; await chromium.executablePath();`;
    const env = { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });
    await writeFile(join(aside, 'fonts.conf'), FONTS_CONF);
    await rename(aside, folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
  return folder;
}

/** The Chromium that the npm package carries, where the package is installed and runs (Linux on x64). */
export async function packagedChromium(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  let entry: string;
  try {
    entry = import.meta.resolve(PACKAGE);
  } catch {
    return undefined;
  }
  const folder = await unpacked(entry);
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}
