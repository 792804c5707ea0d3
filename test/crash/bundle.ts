import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Below the packages, which a bundle finds from there. */
const FOLDER = join(ROOT, 'node_modules/.cache');

/** The bundles of this process, by their scripts. */
const bundles = new Map<string, Promise<string>>();

/**
 * Bundles `proxy-process.ts`, or another script below the root, which then starts in a third of the time, and returns the bundle's path.
 * It is made once, and lies in a folder of this process's own until that ends: another process may be making another. Its name says that it is a
 * module, so that Node need not read it twice to find that out.
 */
export function bundleProxyProcess(script = 'test/crash/proxy-process.ts'): Promise<string> {
  const made = bundles.get(script) ?? bundle(script);
  bundles.set(script, made);
  return made;
}

/** The environment of a process of the script. What one process of a bundle has compiled serves the next, and is removed with the bundle. */
export function environmentOf(script: string): NodeJS.ProcessEnv {
  return script.startsWith(FOLDER)
    ? { ...process.env, NODE_COMPILE_CACHE: join(dirname(script), 'compiled') }
    : process.env;
}

async function bundle(script: string): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'rewards-crash-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: script,
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'proxy-process.mjs', chunkFileNames: '[name].mjs' } },
    },
    ssr: { noExternal: true, external: ['pg'] },
  });
  return join(folder, 'proxy-process.mjs');
}
