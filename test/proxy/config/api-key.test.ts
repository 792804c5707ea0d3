import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { createProxy, env } from '../../../src/proxy/index.ts';
import { issuesOf } from '../support/config-issues.ts';
import { KEY } from '../support/key.ts';
import { SERVICE, service, VALID } from './valid.ts';

describe('the API key', () => {
  it('is in no error, even where it stands in the wrong place', () => {
    const cases: [unknown, Record<string, string>][] = [
      [service({ baseUrl: `https://x/?${KEY}`, apiKey: `${KEY}\n` }), {}],
      [{ ...VALID, origins: [`https://example.org/${KEY}`], timeZone: KEY, mount: KEY }, {}],
      [{ ...VALID, service: { baseUrl: KEY }, [KEY]: 1 }, { REWARDS_API_KEY: KEY }],
      [{ ...VALID, services: { a: { apiKey: KEY, baseUrl: 'http://x' }, [KEY]: 3 } }, {}],
    ];
    for (const [config, variables] of cases) {
      const issues = issuesOf(config, variables);
      assert.ok(issues.length > 0);
      assert.ok(!issues.join('\n').includes(KEY), issues.join('\n'));
    }
  });

  it('is refused at the start if no call can carry it', () => {
    const carried = 'service.apiKey: holds characters that a header cannot carry: copy it again';
    for (const apiKey of ['one\ntwo', 'kéy', 'key\u200B']) {
      assert.deepEqual(issuesOf(service({ apiKey })), [carried]);
      assert.deepEqual(issuesOf(service({ apiKey: env('ITS_KEY') }), { ITS_KEY: apiKey }), [carried]);
    }
    assert.deepEqual(issuesOf(service({ apiKey: ' \n' })), [
      'service.apiKey: is empty: give one that /api-key create made',
    ]);
    assert.deepEqual(issuesOf(service({ apiKey: ' a-key\n' })), []);
  });

  it('is not to be seen in the proxy', async () => {
    const ledger = sqliteLedger(':memory:');
    const proxy = createProxy({
      service: SERVICE,
      origins: ['https://example.org'],
      actions: { daily: { title: 'Daily', repeats: 'daily', points: 10, remark: 'Daily' } },
      ledger,
      env: {},
    });
    assert.ok(!inspect(proxy, { depth: 20, showHidden: true }).includes(KEY));
    assert.ok(!JSON.stringify(proxy).includes(KEY));
    await proxy.close();
    await ledger.close();
  });
});
