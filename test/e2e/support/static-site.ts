import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtPages } from './built-pages.ts';
import { serveFolder, type ServedFolder } from './static-server.ts';

/** The site that `npm run build:demo` makes, served below a path. */
export class StaticSite {
  readonly folder: string;
  /** With a slash at the end. */
  readonly url: string;
  /** The paths that were asked for so far, the page's own and those of its worker. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;

  private constructor(folder: string, { url, asked, close }: ServedFolder) {
    this.folder = folder;
    this.url = url;
    this.asked = asked;
    this.close = close;
  }

  static async open({ base = '/some/repo/' } = {}): Promise<StaticSite> {
    const { folder, remove } = await builtPages('static');
    return StaticSite.#serve(folder, base, remove);
  }

  /** The same with the documentation, which takes longer to build than all the rest. */
  static async openWithDocs(): Promise<StaticSite> {
    const pages = await builtPages('static');
    const folder = await mkdtemp(join(tmpdir(), 'rewards-site-'));
    await cp(pages.folder, folder, { recursive: true });
    await pages.remove();
    const vitepress = await import('vitepress');
    await vitepress.build(fileURLToPath(new URL('../../../demo/docs/', import.meta.url)), {
      outDir: join(folder, 'docs'),
    });
    return StaticSite.#serve(folder, '/some/repo/', () => rm(folder, { recursive: true }));
  }

  static async #serve(folder: string, base: string, remove: () => Promise<void>): Promise<StaticSite> {
    const served = await serveFolder(folder, base);
    const close = async () => {
      await served.close();
      await remove();
    };
    return new StaticSite(folder, { ...served, close });
  }
}
