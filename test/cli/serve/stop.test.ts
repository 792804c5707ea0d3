import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Claim } from '../../../src/contract/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { freePort } from '../../support/http/free-port.ts';
import { BUILT, Running, start } from '../command.ts';
import { stubService } from '../stub-service.ts';
import { claim, ORIGIN, site } from './served-site.ts';
import { itInFull } from '../../support/thorough.ts';

const FULL = '/dev/full';
const MALLORY = '516830294751038469';
const ALICE = '739204618530271847';

/** Waits for a server that cannot say where it listens. */
async function answers(url: string, proxy: Running): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    assert.equal(proxy.child.exitCode, null, proxy.stderr);
    await setTimeout(50);
  }
}

describe('rewards serve, until it stops,', { concurrency: true }, () => {
  it('lets a claim in flight settle before it stops, and takes no other', async (t) => {
    const service = await stubService(t);
    const release = service.hold();
    const proxy = start(t, ['serve', '--port', '0'], await site(t, service));
    const pending = claim(proxy);
    await service.called(1);
    proxy.child.kill('SIGTERM');
    await proxy.printed(/"msg":"stopping/);
    await assert.rejects(claim(proxy, '739204618530271842'));
    release();
    assert.equal((await pending).status, 201);
    assert.equal(await proxy.ended, 0);
  });

  itInFull('takes two signals at once, as npm sends them, for one', async (t) => {
    const service = await stubService(t);
    const release = service.hold();
    const proxy = start(t, ['serve', '--port', '0'], await site(t, service));
    const pending = claim(proxy);
    await service.called(1);
    // Two of a kind might come as one. It hears both when it goes on, however long this process takes to send them.
    proxy.child.kill('SIGSTOP');
    proxy.child.kill('SIGINT');
    proxy.child.kill('SIGTERM');
    proxy.child.kill('SIGCONT');
    await proxy.printed(/"msg":"stopping/);
    release();
    assert.equal((await pending).status, 201);
    assert.equal(await proxy.ended, 0);
  });

  itInFull('goes on where it is told to read its files again while it starts', async (t) => {
    const { cwd, env } = await site(t, await stubService(t));
    // The config is read while it starts.
    await appendFile(join(cwd, 'rewards.config.ts'), `process.kill(process.pid, 'SIGHUP');`);
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
    assert.equal((await claim(proxy)).status, 201);
    assert.equal(await proxy.stop(), 0);
  });

  itInFull('keeps serving when nobody reads its log any more', async (t) => {
    const proxy = start(t, ['serve', '--port', '0'], await site(t, await stubService(t)));
    const url = await proxy.url();
    proxy.child.stdout?.destroy();
    for (const memberId of [ALICE, MALLORY]) {
      // oxlint-disable-next-line no-await-in-loop -- the first line that nobody reads must have been written
      assert.equal((await claim(proxy, memberId, url)).status, 201);
    }
  });

  it(
    'keeps serving when there is no room for its log',
    { skip: !existsSync(FULL) && `there is no ${FULL}` },
    async (t) => {
      const { cwd, env } = await site(t, await stubService(t));
      const port = await freePort();
      const args = ['-c', `exec "$@" > ${FULL}`, 'sh', process.execPath, BUILT, 'serve', '--port', String(port)];
      const proxy = new Running(spawn('sh', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
      t.after(() => proxy.stop('SIGKILL'));
      const url = `http://127.0.0.1:${port}`;
      await answers(`${url}/rewards/health`, proxy);
      for (const member of ['1048273615902847361', '1048273615902847362'])
        assert.equal((await claim(proxy, member, url)).status, 201);
      assert.deepEqual([await proxy.stop(), proxy.stderr], [0, '']);
    },
  );

  itInFull('stops at once at a second signal, once the first cannot be its echo', async (t) => {
    const service = await stubService(t);
    service.hold();
    const proxy = start(t, ['serve', '--port', '0'], await site(t, service));
    const pending = claim(proxy).catch(() => 'cut');
    await service.called(1);
    proxy.child.kill('SIGINT');
    await proxy.printed(/"msg":"stopping/);
    const again = setInterval(() => proxy.child.kill('SIGINT'), 50);
    assert.equal(await proxy.ended, 130);
    clearInterval(again);
    assert.equal(await pending, 'cut');
  });

  it('never sends a claim again that was in flight when it was killed', async (t) => {
    const service = await stubService(t);
    const options = await site(t, service);
    const release = service.hold();
    const killed = start(t, ['serve', '--port', '0'], options);
    const lost = claim(killed).catch(() => 'cut');
    await service.called(1);
    await killed.stop('SIGKILL');
    assert.equal(await lost, 'cut');
    release();

    const proxy = start(t, ['serve', '--port', '0'], options);
    const again = await claim(proxy);
    assert.equal(again.status, 202);
    assert.equal(again.body.status, 'pending');
    const shown = await fetch(`${await proxy.url()}/rewards/claims/${again.body.id}`, { headers: { origin: ORIGIN } });
    assert.equal(((await shown.json()) as Claim).status, 'pending');
    assert.equal(await proxy.stop(), 0);
    assert.equal(service.calls.length, 1);

    const ledger = sqliteLedger(join(options.cwd, 'rewards.db'));
    t.after(() => ledger.close());
    const hour = 3_600_000;
    assert.equal((await ledger.recover(Date.now() + hour)).length, 1);
    const record = await ledger.find(again.body.id ?? '');
    assert.equal(record?.grants[0]?.state, 'unknown');
  });

  it('pays nobody again where an older copy was put in the place of its ledger, and it was killed', async (t) => {
    const service = await stubService(t);
    const options = await site(t, service);
    const path = join(options.cwd, 'rewards.db');
    await copyFile(path, `${path}.old`);
    const killed = start(t, ['serve', '--port', '0'], options);
    assert.equal((await claim(killed)).status, 201);
    await rename(`${path}.old`, path);
    for (const companion of ['-wal', '-shm']) await rm(path + companion);
    assert.equal((await fetch(`${await killed.url()}/rewards/health`)).status, 503);
    await killed.stop('SIGKILL');

    const proxy = start(t, ['serve', '--port', '0'], options);
    assert.equal((await claim(proxy)).status, 500);
    assert.equal((await fetch(`${await proxy.url()}/rewards/health`)).status, 503);
    await proxy.printed(/the ledger is an older one than was in use/);
    assert.equal(service.calls.length, 1);
  });
});
