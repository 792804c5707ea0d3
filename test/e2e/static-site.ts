import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { StaticServer } from './static-server.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The site that `npm run build:demo` makes, built for a test and served below a path. */
export class StaticSite {
  readonly folder: string;
  readonly #server: StaticServer;

  private constructor(folder: string, server: StaticServer) {
    this.folder = folder;
    this.#server = server;
  }

  /** `docs` has the documentation built too, which takes longer than all the rest. */
  static async open({ base = '/some/repo/', docs = false } = {}): Promise<StaticSite> {
    const folder = await mkdtemp(join(tmpdir(), 'rewards-site-'));
    await build({ configFile: fromHere('../../demo/build.config.ts'), build: { outDir: folder } });
    if (docs) {
      const vitepress = await import('vitepress');
      await vitepress.build(fromHere('../../demo/docs/'), { outDir: join(folder, 'docs') });
    }
    return new StaticSite(folder, await StaticServer.open(folder, base));
  }

  /** With a slash at the end. */
  get url(): string {
    return this.#server.url;
  }

  async close(): Promise<void> {
    this.#server.close();
    await rm(this.folder, { recursive: true });
  }
}
