import { HarbourChain } from '../../../demo/chain/index.ts';
import { type Demo, openDemo, type Places } from '../../../demo/servers.ts';
import { consoleFiles } from '../../../src/cli/page-files.ts';
import type { ListenOptions } from '../../../src/cli/serve/listen.ts';
import { deskFiles } from '../../../src/desk/page-files.ts';
import type { ConsoleFiles } from '../../../src/emulator/index.ts';
import { openBuiltSite } from './built-site.ts';

/** Any port of this machine that is free. */
export const ANYWHERE: ListenOptions = { host: '127.0.0.1', port: 0, option: '--port' };

const AT: Places = { site: ANYWHERE, proxy: ANYWHERE, emulator: ANYWHERE, platform: ANYWHERE, desk: ANYWHERE };

/** All that `npm start` opens, at ports that are free: pages and console as they were built. */
export function openDemoAnywhere({ chain = new HarbourChain() } = {}): Promise<Demo> {
  return openDemo(AT, { pages: openBuiltSite, console: builtConsole, deskPage: async () => deskFiles(), chain });
}

/** The same from the sources, as `npm start` has it. */
export function openDemoFromSources(): Promise<Demo> {
  return openDemo(AT);
}

/** The emulator's console, as `npm run build` made it. */
export async function builtConsole(): Promise<ConsoleFiles> {
  const files = consoleFiles();
  if (files.size === 0) throw new Error('the console is not built: npm run build');
  return files;
}
