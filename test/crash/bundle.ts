import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Below the packages, which the bundle finds from there. */
const CACHE = 'node_modules/.cache';

/**
 * Bundles `proxy-process.ts`, or another script below the root, which then starts in a third of the time, and returns the bundle's path.
 * It lies in a folder of this process's own until that ends: another test file may be making another bundle. Its name says that it is a
 * module, so that Node need not read it twice to find that out.
 */
export async function bundleProxyProcess(script = 'test/crash/proxy-process.ts'): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  mkdirSync(join(root, CACHE), { recursive: true });
  const folder = mkdtempSync(join(root, CACHE, 'rewards-crash-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    root,
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
