import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Running, startNode } from '../../cli/command.ts';
import { itInFull } from '../../support/thorough.ts';
import { askAs } from '../../support/http/ask-as.ts';
import { Visitor } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { OWN_NAME } from '../../support/processes/own-name.ts';

const START = fileURLToPath(new URL('../../../demo/start.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const NOOR = '739204618530271847';
const OPTIONS = [
  ['site', '--port'],
  ['proxy', '--proxy-port'],
  ['emulator', '--emulator-port'],
  ['platform', '--platform-port'],
  ['desk', '--desk-port'],
] as const;
const ANYWHERE = [
  '--port',
  '0',
  '--proxy-port',
  '0',
  '--emulator-port',
  '0',
  '--platform-port',
  '0',
  '--desk-port',
  '0',
];

function startDemo(t: TestContext, args: readonly string[], env: Record<string, string> = {}): Running {
  const running = startNode([START, ...args], { cwd: ROOT, env });
  t.after(() => running.stop('SIGKILL'));
  return running;
}

describe('npm start', () => {
  itInFull('answers whoever asks while it starts, such as a tab that was left open', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    taken.close();
    await once(taken, 'close');
    const demo = startDemo(t, [...ANYWHERE, '--port', String(port)]);
    const ended = demo.ended.then(() => assert.fail(demo.stderr));
    const asked = () => fetch(`http://127.0.0.1:${port}/demo/`).catch(() => null);
    let reply: Response | null = null;
    // oxlint-disable-next-line no-await-in-loop -- until it listens
    while (!reply) reply = await Promise.race([asked(), ended]);
    assert.equal(reply.status, 200);
  });

  it('prints five addresses that answer and what to try, gives a visitor points, and stops cleanly', async (t) => {
    const demo = startDemo(t, ANYWHERE);
    await demo.printed(/Ctrl-C/);
    const [site, proxy, emulator, platform, desk] = Array.from(
      demo.stdout.matchAll(/http:\/\/127\.0\.0\.1:\d+/g),
      ([url]) => url,
    );
    const page = await (await fetch(`${site}/demo/`)).text();
    assert.match(page, new RegExp(`<rewards-checkin endpoint="${proxy}/rewards" action="daily">`));
    assert.equal((await fetch(`${proxy}/rewards/health`)).status, 200);
    for (const origin of [site, site?.replace('127.0.0.1', 'localhost')]) {
      // oxlint-disable-next-line no-await-in-loop -- the two names of this machine
      const { headers } = await fetch(`${proxy}/rewards/actions/daily`, { headers: { origin: origin ?? '' } });
      assert.equal(headers.get('access-control-allow-origin'), origin);
    }
    assert.equal((await fetch(`${platform}/.well-known/openid-configuration`)).status, 200);
    const state = await (await fetch(`${emulator}/emulator/state`)).text();
    assert.deepEqual(JSON.parse(state).links, { site, desk });
    for (const url of [site, proxy, emulator, platform, desk]) {
      assert.equal((await askAs('evil.example', `${url}/`)).status, 421, `${url} is shown to a page of another site`);
    }
    const [, token] = /#enter=([\w-]+)/.exec(demo.stdout) ?? [];
    const headers = { 'content-type': 'application/json', origin: desk ?? '' };
    const entered = await fetch(`${desk}/api/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
    assert.equal(entered.status, 204);
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const receivers = await (await fetch(`${desk}/api/receivers`, { headers: { cookie } })).text();
    assert.equal(receivers, '[{"name":"website","isTold":true,"waiting":0,"delivered":0,"failed":0}]');
    assert.match(await (await fetch(`${desk}/`)).text(), /<title>Rewards desk</);
    const waiting = await (await fetch(`${desk}/api/waiting`, { headers: { cookie } })).text();
    assert.equal(JSON.parse(waiting).count, 1);
    assert.equal((await fetch(`${site}/desk`)).url, `${desk}/`);
    assert.equal((await fetch(`${site}/console`)).url, `${emulator}/`);
    const [, sample = ''] = /member id (\d+)/.exec(demo.stdout) ?? [];
    assert.match(state, new RegExp(`"${sample}"`));
    const visitor = await Visitor.of(t, await sharedBrowser());
    const tab = await visitor.visit(`${site}/demo/`);
    assert.match(await tab.checkIn(sample, 'granted'), /\+10 points/);
    assert.deepEqual(visitor.errors, []);

    const [ledger = ''] = await demo.printed(/\.data\/\S+\.db/);
    assert.ok(existsSync(`${ROOT}/${ledger}`));
    assert.equal(await demo.stop('SIGINT'), 0);
    assert.ok(!existsSync(`${ROOT}/${ledger}`));
    assert.equal(demo.stderr, '');
    assert.doesNotMatch(demo.stdout, /emu_/);
  });

  for (const [name, option] of OPTIONS) {
    itInFull(`says what to do when the port of the ${name} is taken`, async (t) => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      t.after(() => taken.close());
      const { port } = taken.address() as AddressInfo;
      const demo = startDemo(t, [...ANYWHERE, option, String(port)]);
      assert.equal(await demo.ended, 1);
      assert.equal(
        demo.stderr,
        `npm start: port ${port} on 127.0.0.1 is taken by ${OWN_NAME}: stop that one, or choose another port with npm start -- ${option} <n> (0 takes any that is free)\n`,
      );
    });
  }

  itInFull('takes the ports from the environment, and has a playground that grants', async (t) => {
    const demo = startDemo(t, [], {
      PORT: '0',
      PROXY_PORT: '0',
      EMULATOR_PORT: '0',
      PLATFORM_PORT: '0',
      DESK_PORT: '0',
    });
    await demo.printed(/Ctrl-C/);
    assert.doesNotMatch(demo.stdout, /:(5173|8787|8788|8789|9465)\b/);
    const [site] = /http:\/\/127\.0\.0\.1:\d+/.exec(demo.stdout) ?? [];
    const visitor = await Visitor.of(t, await sharedBrowser());
    const tab = await visitor.visit(`${site}/playground/`);
    assert.match(await tab.checkIn(NOOR, 'granted'), /\+10 points/);
    assert.deepEqual(visitor.errors, []);
    assert.equal(await demo.stop(), 0);
  });

  it('calls an option that it does not have wrong use', async (t) => {
    const demo = startDemo(t, ['--prot', '1']);
    assert.equal(await demo.ended, 2);
    assert.equal(demo.stderr, 'npm start: there is no option --prot (did you mean --port?). See npm start -- --help\n');
  });
});
