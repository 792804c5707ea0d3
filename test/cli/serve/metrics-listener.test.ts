import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listen } from '../../../src/cli/serve/listen.ts';
import { metricsListener } from '../../../src/cli/serve/metrics-listener.ts';

it('metrics are given at their own address to whoever asks for them, and to nobody else', async (t) => {
  const proxy = { metrics: async () => 'claims 1\n' };
  const { url, ...site } = await listen(metricsListener(proxy), { port: 0, option: '--metrics-port' });
  t.after(() => site.close());
  const asked = async (path: string, method = 'GET') => {
    const response = await fetch(url + path, { method });
    const { status, headers } = response;
    return [status, headers.get('content-type'), headers.get('allow'), await response.text()];
  };
  const type = 'text/plain; version=0.0.4; charset=utf-8';
  assert.deepEqual(await asked('/metrics'), [200, type, null, 'claims 1\n']);
  assert.deepEqual(await asked('/metrics?name[]=claims'), [200, type, null, 'claims 1\n']);
  assert.deepEqual(await asked('/metrics', 'HEAD'), [200, type, null, '']);
  assert.deepEqual((await asked('/metrics', 'POST')).slice(0, 3), [405, 'text/plain; charset=utf-8', 'GET, HEAD']);
  for (const path of ['/', '/metrics/x', '/x?/metrics']) assert.equal((await asked(path))[0], 404);
});
