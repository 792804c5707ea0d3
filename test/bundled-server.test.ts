import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'vite';
import type { deskFiles } from '../src/desk/page-files.ts';
import type { createSqliteLedger, sqliteLedger } from '../src/ledger/sqlite.ts';
import type { elementFiles } from '../src/proxy/embed/element-files.ts';
import { ROOT } from './run/rooms.ts';

const ENTRY = [
  ['deskFiles', 'desk/page-files.ts'],
  ['createSqliteLedger, sqliteLedger', 'ledger/sqlite.ts'],
  ['elementFiles', 'proxy/embed/element-files.ts'],
].map(([names, path = '']) => `export { ${names} } from ${JSON.stringify(join(ROOT, 'src', path))};`);

interface Bundled {
  createSqliteLedger: typeof createSqliteLedger;
  deskFiles: typeof deskFiles;
  elementFiles: typeof elementFiles;
  sqliteLedger: typeof sqliteLedger;
}

describe('a server that is bundled as CommonJS, where no module knows its address', () => {
  let folder: string;
  let bundled: Bundled;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rewards-bundled-'));
    writeFileSync(join(folder, 'entry.ts'), ENTRY.join('\n'));
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      // As esbuild has it.
      define: { 'import.meta.url': 'undefined' },
      build: {
        ssr: join(folder, 'entry.ts'),
        outDir: join(folder, 'out'),
        rolldownOptions: { output: { format: 'cjs', entryFileNames: 'server.cjs' } },
      },
      ssr: { noExternal: true },
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the entry exports
    bundled = createRequire(import.meta.url)(join(folder, 'out/server.cjs')) as Bundled;
  });

  after(() => rmSync(folder, { recursive: true }));

  it('starts, and finds no files that belong to the package', () => {
    assert.equal(bundled.deskFiles().size, 0);
    assert.equal(bundled.elementFiles().size, 0);
  });

  it('is told what the option thread needs', () => {
    const db = join(folder, 'rewards.db');
    bundled.createSqliteLedger(db);
    assert.throws(() => bundled.sqliteLedger(db, { thread: true }), {
      code: 'bundled',
      message: /needs the files of rewards-proxy as they are/,
    });
  });
});
