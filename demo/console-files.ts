import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { BuiltFiles } from '../src/common/built-page.ts';

/** The emulator's console, built from its sources and kept in memory. */
export function buildConsole(): Promise<BuiltFiles> {
  return buildPage('console', '../src/emulator/console');
}

/** The owner's desk, the same. */
export function buildDesk(): Promise<BuiltFiles> {
  return buildPage('desk', '../src/desk/page');
}

async function buildPage(mode: string, folder: string): Promise<BuiltFiles> {
  const built = await build({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    root: fileURLToPath(new URL(folder, import.meta.url)),
    mode,
    logLevel: 'warn',
    // Without the condition `development`, which `NODE_ENV` brings in: with it lit warns of itself in the console.
    resolve: { conditions: ['module', 'browser'] },
    build: { write: false },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error(`the ${mode} came out in an unknown shape`);
  return new Map(
    built.output.map((file) => [
      file.fileName,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
    ]),
  );
}
