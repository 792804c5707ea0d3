import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { linkPackages, OWN_PACKAGES } from '../../support/processes/own-packages.ts';
import { folderWith, run, runNode } from '../command.ts';
import { scaffold } from './scaffold.ts';

/** Stands for Express 5, which hands its callback the error where it cannot listen, and throws none. */
const EXPRESS = `import { createServer } from 'node:http';
const express = () => ({
  disable() {}, use() {}, all() {}, get() {},
  listen: (port, host, done) => createServer().once('error', done).listen(port, host, done),
});
export default Object.assign(express, { Router: express, static() {} });`;

describe('a site of rewards init whose port is taken', { concurrency: true }, () => {
  for (const [framework, server] of Object.entries({
    node: 'server.ts',
    hono: 'rewards-server.ts',
    express: 'rewards-server.ts',
  })) {
    it(`names no address that it does not serve, and fails: ${framework}`, async (t) => {
      const site = await scaffold(t, framework);
      await linkPackages(site.folder, [...OWN_PACKAGES, 'hono', '@hono/node-server']);
      const stub = join(site.folder, 'node_modules/express');
      await mkdir(stub);
      await writeFile(join(stub, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
      await writeFile(join(stub, 'index.js'), EXPRESS);
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      t.after(() => taken.close());
      const { port } = taken.address() as AddressInfo;
      const env = { PORT: String(port) };
      const { code, stdout, stderr } = await runNode(['--env-file=.env', server], { cwd: site.folder, env });
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, new RegExp(`EADDRINUSE.*127\\.0\\.0\\.1:${port}`));
    });
  }

  it('is told by which program, as it is written', { skip: process.platform !== 'linux' }, async (t) => {
    const taken = createServer().listen(3000, '127.0.0.1');
    t.after(() => taken.close());
    // Where somebody else has it already, that is as good.
    await new Promise((resolve) => taken.once('listening', resolve).once('error', resolve));
    const cwd = await folderWith(t, { 'package.json': '{}' });
    const { stdout } = await run(['init', '--yes', '--framework', 'node'], { cwd });
    assert.match(
      stdout,
      /^Port 3000 is taken by .+ \(process \d+\): stop that one, or start the site with the variable PORT=3001, and put\n'http:\/\/localhost:3001' into origins of rewards\.config\.ts\.$/m,
    );
    const beside = await run(['init', '--yes', '--framework', 'standalone', '--force'], { cwd });
    assert.doesNotMatch(beside.stdout, /is taken/);
  });
});
