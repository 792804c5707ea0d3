import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { certificate } from '../../service/certificate.ts';
import { envelope, rawServer, reply } from '../../service/raw-server.ts';
import { networkProxy } from '../../support/http/network-proxy.ts';
import { PATIENT } from '../../support/http/patient.ts';
import { folderWithLedger, run, start } from '../command.ts';

const CONFIG = `import { defineConfig, env } from 'rewards-proxy';
export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY'), ...${JSON.stringify(PATIENT)} },
  origins: ['https://example.org'],
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
});`;

/** Older ones let nobody say that they should go by the variables. */
const skip = process.allowedNodeEnvironmentFlags.has('--use-env-proxy') ? false : 'this Node has no NODE_USE_ENV_PROXY';

describe('in a network that only an HTTP proxy leads out of', { skip }, () => {
  it('serve, grant and doctor go by HTTPS_PROXY where Node is told to', async (t) => {
    await using service = await rawServer({
      onRequest: (socket, request) => socket.write(reply(200, envelope(request))),
      tls: certificate,
    });
    await using proxy = await networkProxy(service);
    const cwd = await folderWithLedger(t, { 'rewards.config.ts': CONFIG });
    const authority = join(cwd, 'authority.pem');
    await writeFile(authority, certificate.cert);
    const env = {
      // Only the proxy knows that name.
      REWARDS_BASE_URL: `https://stub.test:${service.port}`,
      REWARDS_API_KEY: 'the-key',
      NODE_EXTRA_CA_CERTS: authority,
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NODE_USE_ENV_PROXY: '1',
    };
    const serve = start(t, ['serve', '--port', '0'], { cwd, env });
    const [, address] = await serve.printed(/"url":"(http:[^"]+)"/);
    const claim = await fetch(`${address}/rewards/actions/daily/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://example.org' },
      body: JSON.stringify({ memberId: '739204618530271847' }),
    });
    assert.equal(claim.status, 201, serve.output);
    const gift = ['--member', '739204618530271847', '--points', '5', '--remark', 'x', '--key', 'one', '--by', 'Ana'];
    // Node reads these variables when it starts.
    const granted = await run(['grant', ...gift], { cwd, env, fresh: true });
    assert.equal(granted.code, 0, granted.stderr);
    const { stdout } = await run(['doctor'], { cwd, env, fresh: true });
    assert.match(stdout, /^ok {4}service {2}stub\.test:\d+ answers, with a certificate that is trusted$/m);
    assert.equal(proxy.tunnels.length, 3);
    assert.deepEqual(
      service.requests.map(({ method }) => method),
      ['POST', 'POST', 'GET'],
    );
    assert.ok(!proxy.carried.includes('the-key') && proxy.requests.length === 0);
  });

  it('doctor ends where that proxy never answers', async (t) => {
    await using proxy = await networkProxy({ port: 0 }, () => {});
    const cwd = await folderWithLedger(t, { 'rewards.config.ts': CONFIG });
    const doctor = start(t, ['doctor'], {
      cwd,
      env: {
        REWARDS_BASE_URL: 'https://stub.test',
        REWARDS_API_KEY: 'the-key',
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
        NODE_USE_ENV_PROXY: '1',
      },
    });
    assert.equal(await doctor.ended, 1);
    assert.match(
      doctor.stdout,
      /^fail {2}service .* has not answered within 5 seconds\. The way leads through the proxy in HTTPS_PROXY/m,
    );
    assert.match(doctor.stderr, /1 check failed/);
    assert.equal(proxy.tunnels.length, 1);
  });
});
