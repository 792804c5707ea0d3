import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { build } from 'vite';
import { folderOf } from '../../support/processes/own-packages.ts';

const MAIL = join(folderOf('rewards-proxy'), 'dist/proxy/alerts/mail.js');

/** Bundles a module for a server, with all it imports, as frameworks do. Says whether nodemailer was looked for. */
async function looksForNodemailer(input: string, outDir: string): Promise<boolean> {
  let looked = false;
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: true, minify: true, outDir, rolldownOptions: { input: { mail: input } } },
    plugins: [
      {
        name: 'looks-for-nodemailer',
        enforce: 'pre',
        resolveId(id) {
          looked ||= id === 'nodemailer';
        },
      },
    ],
  });
  return looked;
}

it('no bundler of a site looks for nodemailer, which only those who mail have, nor one that bundles what another made', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rewards-mail-'));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.equal(await looksForNodemailer(MAIL, join(folder, 'once')), false);
  assert.equal(await looksForNodemailer(join(folder, 'once/mail.js'), join(folder, 'twice')), false);
});
