import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { StaticServer } from './static-server.ts';

/** The site that `npm run build:demo` makes, built for a test and served below a path. */
export class StaticSite {
  readonly #folder: string;
  readonly #server: StaticServer;

  private constructor(folder: string, server: StaticServer) {
    this.#folder = folder;
    this.#server = server;
  }

  static async open(base = '/community/site/'): Promise<StaticSite> {
    const folder = await mkdtemp(join(tmpdir(), 'rewards-site-'));
    const configFile = fileURLToPath(new URL('../../demo/build.config.ts', import.meta.url));
    await build({ configFile, build: { outDir: folder } });
    return new StaticSite(folder, await StaticServer.open(folder, base));
  }

  /** With a slash at the end. */
  get url(): string {
    return this.#server.url;
  }

  async close(): Promise<void> {
    this.#server.close();
    await rm(this.#folder, { recursive: true });
  }
}
