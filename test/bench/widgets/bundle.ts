import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Bundles the widgets that are compared, each as a site would that has only it, into the folder. */
export async function bundle(folder: string): Promise<void> {
  if (!existsSync(path('../../../dist/packages/rewards-elements/dist/elements/checkin/checkin.define.js')))
    throw new Error('There is no build to measure. Run "npm run build" first.');
  for (const name of ['checkin', 'shoelace']) {
    await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        target: 'es2022',
        outDir: join(folder, name),
        emptyOutDir: true,
        rolldownOptions: { input: path(`${name}.ts`), output: { entryFileNames: '[name].js' } },
      },
    });
  }
  cpSync(
    fileURLToPath(import.meta.resolve('@shoelace-style/shoelace/dist/themes/light.css')),
    join(folder, 'shoelace/light.css'),
  );
}
