import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const BUILT = fileURLToPath(
  new URL('../../../dist/packages/rewards-elements/dist/elements/checkin/checkin.define.js', import.meta.url),
);

/** Bundles each of the programs, as a site would that has only this, into a folder of its name in the folder. */
export async function bundle(folder: string, programs: Readonly<Record<string, URL>>): Promise<void> {
  if (!existsSync(BUILT)) throw new Error('There is no build to measure. Run "npm run build" first.');
  for (const [name, program] of Object.entries(programs)) {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        target: 'es2022',
        outDir: `${folder}/${name}`,
        emptyOutDir: true,
        rolldownOptions: {
          input: fileURLToPath(program),
          output: { entryFileNames: 'entry.js', assetFileNames: 'entry[extname]' },
        },
      },
    });
  }
}
