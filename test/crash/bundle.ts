import { build } from 'vite';

const FOLDER = 'node_modules/.cache/rewards-crash';

/** Bundles `proxy-process.ts`, which then starts in a third of the time, and returns the bundle's path. */
export async function bundleProxyProcess(): Promise<string> {
  const root = new URL('../..', import.meta.url).pathname;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'test/crash/proxy-process.ts',
      outDir: FOLDER,
      rolldownOptions: { output: { entryFileNames: 'proxy-process.js' } },
    },
    ssr: { noExternal: true, external: ['pg'] },
  });
  return `${root}${FOLDER}/proxy-process.js`;
}
