import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { PATIENT } from '../../support/http/patient.ts';
import { BIN, folderWithLedger, run, type Running, start, startNode } from '../command.ts';
import { type StubService, stubService } from '../stub-service.ts';
import { itInFull } from '../../support/thorough.ts';

const [MEMBERS, OTHERS] = ['1048273615902847', '7392046185302718'].map((digits) =>
  Array.from({ length: 12 }, (_, n) => digits + String(n).padStart(3, '0')),
) as [string[], string[]];

async function site(t: TestContext, service: StubService, more: object = {}) {
  const config = {
    service: { baseUrl: service.url, ...PATIENT },
    origins: ['https://example.org'],
    actions: { daily: { title: 'Daily', repeats: 'daily', points: 10, remark: 'Daily', ...more } },
  };
  const cwd = await folderWithLedger(t, { 'rewards.config.json': JSON.stringify(config) });
  return { cwd, env: { REWARDS_API_KEY: 'canary-key-1' } };
}

/** Starts two workers. Resolves with the command once both listen. */
async function startTwo(t: TestContext, options: Awaited<ReturnType<typeof site>>, ...more: string[]) {
  const proxy = start(t, ['serve', '--port', '0', '--workers', '2', ...more], options);
  for (const worker of [1, 2]) await proxy.printed(new RegExp(`"worker":${worker},.*"msg":"listening"`));
  return proxy;
}

/** Has the second worker do something while it reads its config, which it does before it listens. */
async function whenSecondStarts(cwd: string, does: string): Promise<void> {
  const text = `import config from './rewards.config.json' with { type: 'json' };
    if (process.env['REWARDS_WORKER'] === '2') { ${does} }
    export default config;`;
  await writeFile(join(cwd, 'own.config.ts'), text);
}

/** Claims over a connection of its own, since whole connections are shared out. */
async function claim(proxy: Running, memberId: string): Promise<number | undefined> {
  const url = new URL(`${await proxy.url()}/rewards/actions/daily/claims`);
  const headers = { 'content-type': 'application/json', origin: 'https://example.org' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(JSON.stringify({ memberId }));
  });
}

/** The numbers of the workers that say so in their log. */
function workersThat(proxy: Running, said: string): Set<string> {
  const lines = proxy.stdout.split('\n').filter((line) => line.includes(said));
  return new Set(lines.map((line) => /"worker":(\d+)/.exec(line)?.[1] ?? ''));
}

describe('rewards serve --workers', { concurrency: true }, () => {
  it('claims in both processes at one address, each member once, and lets what is in flight in both settle at the end', async (t) => {
    const service = await stubService(t);
    const proxy = await startTwo(t, await site(t, service));
    const first = await Promise.all(MEMBERS.map((member) => claim(proxy, member)));
    assert.deepEqual(new Set(first), new Set([201]));
    const again = await Promise.all([...MEMBERS, ...MEMBERS].map((member) => claim(proxy, member)));
    assert.deepEqual(new Set(again), new Set([409]));
    assert.equal(service.calls.length, MEMBERS.length);
    assert.deepEqual(workersThat(proxy, '"status":201'), new Set(['1', '2']));
    assert.deepEqual(workersThat(proxy, 'each worker counts for itself'), new Set(['1']));

    const release = service.hold();
    const pending = OTHERS.map((member) => claim(proxy, member));
    await service.called(MEMBERS.length + OTHERS.length);
    proxy.child.kill('SIGTERM');
    for (const worker of [1, 2]) await proxy.printed(new RegExp(`"worker":${worker},.*"msg":"stopping`));
    release();
    assert.deepEqual(new Set(await Promise.all(pending)), new Set([201]));
    assert.equal(await proxy.ended, 0);
  });

  itInFull('goes on where it is told to read its files again while the second one starts', async (t) => {
    const { cwd, env } = await site(t, await stubService(t));
    await whenSecondStarts(cwd, `process.kill(process.ppid, 'SIGHUP');`);
    const proxy = await startTwo(t, { cwd, env }, '--config', 'own.config.ts');
    assert.equal(await claim(proxy, MEMBERS[0] ?? ''), 201);
    assert.equal(await proxy.stop(), 0);
  });

  itInFull('ends well where it is stopped before the second one has started', async (t) => {
    const { cwd, env } = await site(t, await stubService(t));
    // It would not have started within the time of the test.
    await whenSecondStarts(
      cwd,
      `process.kill(process.ppid, 'SIGTERM'); await new Promise((end) => setTimeout(end, 1e9));`,
    );
    const proxy = start(t, ['serve', '--port', '0', '--workers', '2', '--config', 'own.config.ts'], { cwd, env });
    assert.equal(await proxy.ended, 0, proxy.stderr);
  });

  it('replaces one that is killed, while the other goes on', async (t) => {
    const service = await stubService(t);
    const proxy = await startTwo(t, await site(t, service));
    const [, pid = ''] = await proxy.printed(/"worker":2,"pid":(\d+)/);
    process.kill(Number(pid), 'SIGKILL');
    await proxy.printed(/"level":"error".*"signal":"SIGKILL","msg":"a worker ended before its time/);
    assert.equal(await claim(proxy, '739204618530271847'), 201);
    const [, another] = await proxy.printed(
      /"worker":2,.*"msg":"listening"[\s\S]*"worker":2,"pid":(\d+).*"msg":"listening"/,
    );
    // Before another takes its place, all end.
    process.kill(Number(another), 'SIGTERM');
    await proxy.printed(/"code":0,"msg":"a worker ended before its time/);
    assert.equal(await proxy.stop(), 0);
  });

  it('ends where the process that began it is killed, after what is in flight, and says so in a line', async (t) => {
    const service = await stubService(t);
    const release = service.hold();
    const proxy = await startTwo(t, await site(t, service));
    const pids = [1, 2].map((worker) => Number(new RegExp(`"worker":${worker},"pid":(\\d+)`).exec(proxy.stdout)?.[1]));
    const pending = MEMBERS.map((member) => claim(proxy, member));
    await service.called(MEMBERS.length);
    // They find connections of a primary that is gone already.
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const { port, hostname } = new URL(await proxy.url());
    const late = MEMBERS.map(() => connect(Number(port), hostname).on('error', () => {}));
    await Promise.all(late.map((socket) => once(socket, 'connect')));
    proxy.child.kill('SIGKILL');
    await once(proxy.child, 'exit');
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    for (const worker of [1, 2]) await proxy.printed(new RegExp(`"worker":${worker},.*"msg":"stopping`));
    release();
    assert.deepEqual(new Set(await Promise.all(pending)), new Set([201]));
    await proxy.ended;
    assert.match(proxy.stderr, /^(?:rewards: the process that began the workers is gone, .*\n){2}$/);
  });

  itInFull('says so where the process that began it is killed before it listens, too', async (t) => {
    const options = await site(t, await stubService(t));
    await whenSecondStarts(
      options.cwd,
      "console.log('starting'); await new Promise((resolve) => process.once('disconnect', resolve));",
    );
    const proxy = start(t, ['serve', '--config', 'own.config.ts', '--port', '0', '--workers', '2'], options);
    await proxy.printed(/^starting$/m);
    proxy.child.kill('SIGKILL');
    await proxy.ended;
    assert.match(proxy.stderr, /^(?:rewards: the process that began the workers is gone, .*\n){2}$/);
  });

  it('gives each its own metrics, the desk to the first, and to all one secret for challenges', async (t) => {
    const options = await site(t, await stubService(t), { challenge: 'altcha' });
    const proxy = await startTwo(t, options, '--metrics-port', '0', '--desk', '0');
    const [one, two] = [1, 2].map(
      (worker) => new RegExp(`"worker":${worker},.*"metrics":"([^"]+)"`).exec(proxy.stdout)?.[1],
    );
    assert.ok(one && two && one !== two);
    for (const url of [one, two]) assert.equal((await fetch(url)).status, 200);
    assert.deepEqual(workersThat(proxy, '"desk":'), new Set(['1']));
    assert.deepEqual(workersThat(proxy, `"url":"${await proxy.url()}"`), new Set(['1', '2']));
    assert.doesNotMatch(proxy.output, /made one up/);

    // One that does not end is killed.
    const [, pid] = await proxy.printed(/"worker":2,"pid":(\d+)/);
    process.kill(Number(pid), 'SIGSTOP');
    proxy.child.kill('SIGTERM');
    await proxy.printed(/"worker":1,.*"msg":"stopping/);
    process.kill(Number(pid), 'SIGKILL');
    assert.equal(await proxy.ended, 1);
    assert.match(proxy.stderr, /^rewards: worker 2 did not end well$/m);
  });

  it('is not served by another program’s cluster, and says how to start it instead', async (t) => {
    const { cwd, env } = await site(t, await stubService(t));
    const args = ['serve', '--port', '0'];
    const primary = `import cluster from 'node:cluster';
      cluster.setupPrimary({ exec: ${JSON.stringify(BIN)}, args: ${JSON.stringify(args)}, execArgv: [] });
      cluster.fork().once('exit', (code) => console.log('ended with', code));`;
    const other = startNode(['--input-type=module', '--eval', primary], { cwd, env });
    t.after(() => other.stop('SIGKILL'));
    await other.printed(/ended with|"msg":"listening"/);
    assert.equal(other.stdout, 'ended with 1\n');
    assert.match(other.stderr, /^rewards: another program, such as PM2, .* --workers\n$/);
  });

  itInFull('says once what keeps it from starting, and ends', async (t) => {
    const { cwd, env } = await site(t, await stubService(t), { repeats: 'dayly' });
    const { code, stderr } = await run(['serve', '--port', '0', '--workers', '3'], { cwd, env, fresh: true });
    assert.equal(code, 1);
    assert.match(stderr, /^rewards: .*actions\.daily\.repeats: must be one of .*\nrewards: worker 1 did not start\n$/);
  });

  for (const number of ['0', '65', '1.5', 'two']) {
    it(`refuses ${number} workers`, async () => {
      const { code, stderr } = await run(['serve', '--workers', number]);
      assert.equal(code, 2);
      assert.equal(stderr, `rewards: --workers must be a whole number from 1 to 64, not ${number}\n`);
    });
  }

  it('refuses ports for metrics that there are not', async () => {
    const { code, stderr } = await run(['serve', '--workers', '2', '--metrics-port', '65535']);
    assert.equal(code, 2);
    assert.match(stderr, /not 65536/);
  });
});
