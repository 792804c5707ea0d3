import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { checkProxy } from '../../src/cli/doctor/check-proxy.ts';
import { Findings } from '../../src/desk/health/finding.ts';

/** What is found of a proxy whose answers have these headers. The address is none that says it is of this machine alone. */
async function foundOf(t: TestContext, headers: Record<string, string>, limited = true, host = '0.0.0.0') {
  const server = createServer((_request, response) => response.writeHead(200, headers).end('{"status":"ok"}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const findings = new Findings();
  const { port } = server.address() as AddressInfo;
  await checkProxy(`http://${host}:${port}/rewards`, { origins: [], limited }, findings);
  return findings.all.filter(({ text }) => text.includes('whose a request is')).map(({ level }) => level);
}

describe('rewards doctor, where it asks a proxy', () => {
  it('notices one that cannot tell its visitors apart', async (t) => {
    assert.deepEqual(await foundOf(t, {}), ['warn']);
    assert.deepEqual(await foundOf(t, { ratelimit: '"requests";r=299;t=1' }), []);
  });

  it('has nothing to notice where there is no such limit, and on this machine', async (t) => {
    assert.deepEqual(await foundOf(t, {}, false), []);
    assert.deepEqual(await foundOf(t, {}, true, '127.0.0.1'), []);
  });
});
