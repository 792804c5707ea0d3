import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { ConsoleFiles } from '../src/emulator/index.ts';

/** The emulator's console, built from its sources and kept in memory. */
export async function buildConsole(): Promise<ConsoleFiles> {
  const built = await build({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    root: fileURLToPath(new URL('../src/emulator/console', import.meta.url)),
    mode: 'console',
    logLevel: 'warn',
    build: { write: false },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('the console came out in an unknown shape');
  return new Map(
    built.output.map((file) => [
      file.fileName,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
    ]),
  );
}
