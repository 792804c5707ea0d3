import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Where a browser is and how it is started: may be spread into puppeteer's launch options. */
export interface Chromium {
  executablePath: string;
  args: string[];
  /** The whole environment, where the browser needs another one than this process has. */
  env?: Record<string, string | undefined>;
}

const PACKAGE = '@sparticuz/chromium';
const COMMANDS = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const PROGRAMS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Chromium.app/Contents/MacOS/Chromium',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ].flatMap((app) => [join('/Applications', app), join(homedir(), 'Applications', app)]),
  win32: [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
};

/** The package's own names only folders that it does not use here; without a single font the browser dies. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Chromium's sandbox refuses to run as root. */
const ownArgs = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

async function installed(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const commands =
    process.platform === 'linux' ? folders.flatMap((folder) => COMMANDS.map((name) => join(folder, name))) : [];
  for (const path of [...(PROGRAMS[process.platform] ?? []), ...commands]) if (await exists(path)) return path;
  return undefined;
}

/**
 * Unpacks the browser that the npm package carries, once a version, and gives the folder it is in.
 *
 * The package unpacks into the system's temp folder and takes whatever lies there for its own. So it runs in a process
 * whose temp folder is a new one, which is then moved into place as a whole: half a browser is never found, and when
 * two processes unpack at once, the slower one discards its copy. The variable makes it unpack the libraries as well.
 */
async function unpacked(entry: string): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', entry), 'utf8')) as { version: string };
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
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

async function packaged(): Promise<Chromium | undefined> {
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

/**
 * A Chromium for tests: the one that `CHROME_PATH` names, else an installed Chrome, Chromium or Edge, else the one that
 * the npm package `@sparticuz/chromium` carries (Linux on x64). Throws where there is none, and says what to install.
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env['CHROME_PATH'];
  if (named) {
    if (await exists(named)) return { executablePath: named, args: ownArgs() };
    throw new Error(
      `CHROME_PATH is ${named}, but there is no such file. Correct it, or unset it to have a browser looked for.`,
    );
  }
  const executablePath = await installed();
  const found = executablePath ? { executablePath, args: ownArgs() } : await packaged();
  if (found) return found;
  throw new Error('No Chromium was found. Install Chrome, Chromium or Edge, or set CHROME_PATH to the browser to use.');
}
