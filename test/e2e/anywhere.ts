import { type Demo, openDemo } from '../../demo/servers.ts';
import type { ListenOptions } from '../../src/cli/listen.ts';

/** Any port of this machine that is free. */
export const ANYWHERE: ListenOptions = { host: '127.0.0.1', port: 0, option: '--port' };

/** All of `npm start`, at ports that are free. */
export function openDemoAnywhere(): Promise<Demo> {
  return openDemo({ site: ANYWHERE, proxy: ANYWHERE, emulator: ANYWHERE, platform: ANYWHERE });
}
