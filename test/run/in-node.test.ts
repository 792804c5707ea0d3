import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { endChildren } from './children.ts';
import { lanesOf, processesFor, runInNode, runProcess } from './in-node.ts';
import type { FileResult } from './results.ts';
import { TESTS } from './rooms.ts';

const IMPORTS = `import { before, describe, it } from 'node:test'; import { Worker } from 'node:worker_threads';`;

const NOT_TOLD = process.platform !== 'linux' && 'only Linux tells how many want a core';

const FILES = {
  'good.test.mjs': `it('passes', () => {}); it('is left out', { skip: 'no disk' }, () => {});`,
  'left-out.test.mjs': `describe('a suite', { skip: 'no disk' }, () => { it('never runs', () => {}); });`,
  'bad.test.mjs': `describe('a suite', () => { it('fails', () => { throw new Error('no'); }); it('passes', () => {}); });`,
  'hook.test.mjs': `describe('a suite', () => { before(() => { throw new Error('no'); }); it('never runs', () => {}); });`,
  'open.test.mjs': `it('leaves something open', () => void setInterval(() => {}, 1000));`,
  'many.test.mjs': `for (let n = 0; n < 5000; n += 1) it(String(n), () => {});`,
  'worker.test.mjs': `it('has a worker', (t, done) => void new Worker(new URL('data:text/javascript,')).on('error', done).on('exit', () => done()));`,
  'mute.test.mjs': `it('passes', () => void (process.exitCode = 3));`,
  'empty.test.mjs': `describe('a suite', () => {});`,
  'broken.test.mjs': `it('passes', () => {}); throw new Error('cannot be read');`,
};

describe('a run in Node', () => {
  let folder: string;
  const results = new Map<string, FileResult>();
  const live: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewards-run-'));
    const names = Object.entries(FILES).map(async ([name, text]) => {
      await writeFile(join(folder, name), `${IMPORTS} ${text}`);
      return relative(TESTS, join(folder, name));
    });
    // Node's runner runs nothing within a run: it would say so, and the tests in here would not be seen.
    delete process.env['NODE_TEST_CONTEXT'];
    await runInNode(await Promise.all(names), {
      begun: (file) => live.push(`${file.split('/').at(-1)} begins`),
      heard: (result) => results.set(result.file.split('/').at(-1) ?? '', result),
      each: (file, passed) => live.push(`${file.split('/').at(-1)} ${passed}`),
    });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('says what begins', () =>
    assert.deepEqual(
      live.filter((line) => line.endsWith(' begins')).toSorted(),
      Object.keys(FILES)
        .map((name) => `${name} begins`)
        .toSorted(),
    ));

  it('counts each test as it ends, and neither suites nor files', () => {
    assert.deepEqual(live.filter((line) => /^bad.*(true|false)$/.test(line)).toSorted(), [
      'bad.test.mjs false',
      'bad.test.mjs true',
    ]);
  });

  it('goes on whatever fails', () => assert.deepEqual([...results.keys()].toSorted(), Object.keys(FILES).toSorted()));

  it('ends a file with its tests, whatever they left open', () => {
    const { passed, failures } = results.get('open.test.mjs') ?? assert.fail();
    assert.deepEqual({ passed, failures }, { passed: 1, failures: [] });
  });

  it('loses nothing of what a file has told', () => assert.equal(results.get('many.test.mjs')?.passed, 5000));

  it('leaves the workers of a file alone', () => {
    const { passed, failures } = results.get('worker.test.mjs') ?? assert.fail();
    assert.deepEqual({ passed, failures }, { passed: 1, failures: [] });
  });

  /** What is said of what failed in a file that is ended after so long. */
  async function saidWithin(maxMs: number, name: string, text: string): Promise<string[]> {
    const file = join(folder, name);
    await writeFile(file, `${IMPORTS} ${text}`);
    const heard: FileResult[] = [];
    const listener = { begun: () => {}, heard: (result: FileResult) => heard.push(result), each: () => {} };
    await runInNode([relative(TESTS, file)], listener, { maxMs });
    return heard.flatMap(({ failures }) => failures.map((failure) => failure.text));
  }

  it('ends a file that stands still within a call, and hears no signal', async () => {
    const wait = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`;
    const text = `process.on('SIGTERM', () => {}); it('stands still', () => void ${wait});`;
    const [said = '', ...others] = await saidWithin(2_000, 'still.test.mjs', text);
    assert.match(said, /It has not ended within 2 s\./);
    assert.deepEqual(others, []);
  });

  it('ends its files with what they have started, also what was stopped', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const child = `require('node:net').connect(${port}, '127.0.0.1').on('connect', () => process.kill(process.pid, 'SIGSTOP'))`;
    const text = `it('waits', () => new Promise(() => spawn(process.execPath, ['--eval', ${JSON.stringify(child)}])));`;
    const file = join(folder, 'parent.test.mjs');
    await writeFile(file, `import { spawn } from 'node:child_process'; ${IMPORTS} ${text}`);
    const ended = runInNode([relative(TESTS, file)], { begun: () => {}, heard: () => {}, each: () => {} });
    const [started] = (await once(server, 'connection')) as [Socket];
    const closed = new Promise((resolve) =>
      started
        .on('error', () => {})
        .on('close', resolve)
        .resume(),
    );
    endChildren();
    await Promise.all([ended, closed]);
    server.close();
  });

  it('gives a file more time where others want the cores, too', { skip: NOT_TOLD }, async () => {
    const busy = `for (let i = 0; i < ${8 * availableParallelism()}; i += 1) new Worker('for (;;);', { eval: true }).unref();`;
    const text = `${busy} it('ends', () => new Promise((end) => setTimeout(end, 3_000)));`;
    assert.deepEqual(await saidWithin(2_000, 'busy.test.mjs', text), []);
  });

  it('says what was under way in a file that waits for ever', async () => {
    const text = `describe('a suite', () => {
      it('ends', () => {});
      it('waits', () => new Promise(() => setInterval(() => {}, 1000)));
    });`;
    const [said = ''] = await saidWithin(2_000, 'endless.test.mjs', text);
    assert.match(said, /^Under way: a suite › waits$/m);
  });

  it('waits for what is built, but not with a room that needs nothing of it', async () => {
    const told: string[] = [];
    const listener = {
      begun: (file: string) => told.push(file.split('/').at(-1) ?? ''),
      heard: () => {},
      each: () => {},
    };
    const { promise: built, resolve } = Promise.withResolvers<void>();
    const waiting = runInNode([relative(TESTS, join(folder, 'good.test.mjs'))], listener, { built });
    await runInNode(['ledger/claims/machine.test.ts'], listener, { built });
    told.push('built');
    resolve();
    await waiting;
    assert.deepEqual(told, ['machine.test.ts', 'built', 'good.test.mjs']);
  });

  it('counts a process that fails where no test did', () => {
    const { passed, failures } = results.get('mute.test.mjs') ?? assert.fail();
    assert.deepEqual([passed, failures.length], [1, 1]);
  });

  it('counts what passed, and says why something was left out', () => {
    const { passed, skipped, failures, durationMs } = results.get('good.test.mjs') ?? assert.fail();
    assert.deepEqual({ passed, skipped, failures }, { passed: 1, skipped: ['is left out: no disk'], failures: [] });
    assert.ok(durationMs > 0);
  });

  it('says why a whole suite was left out', () => {
    const { passed, skipped, failures } = results.get('left-out.test.mjs') ?? assert.fail();
    assert.deepEqual({ passed, skipped, failures }, { passed: 0, skipped: ['a suite: no disk'], failures: [] });
  });

  it('names a failure by the suites it is in', () => {
    const { passed, failures } = results.get('bad.test.mjs') ?? assert.fail();
    assert.equal(passed, 1);
    assert.deepEqual(
      failures.map(({ name }) => name),
      ['a suite › fails'],
    );
    assert.match(failures[0]?.text ?? '', /Error: no\n/);
    assert.ok(live.includes('bad.test.mjs false'));
  });

  it('counts a hook that fails', () => {
    const { failures } = results.get('hook.test.mjs') ?? assert.fail();
    assert.ok(failures.some(({ name, text }) => name === 'a suite' && text.includes('no')));
  });

  it('counts a file that runs no test', () => {
    const { failures } = results.get('empty.test.mjs') ?? assert.fail();
    assert.deepEqual(
      failures.map(({ text }) => text),
      ['It ran no test, and skipped none with a reason.'],
    );
  });

  it('counts a file that cannot be run', () => {
    const { passed, failures } = results.get('broken.test.mjs') ?? assert.fail();
    assert.equal(passed, 0);
    assert.match(failures.at(-1)?.text ?? '', /^Error: cannot be read\n/);
  });
});

describe('files in one process', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rewards-together-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** What is told, file by file, of files with these texts. */
  async function run(texts: readonly string[]): Promise<string[]> {
    const files = await Promise.all(
      texts.map(async (text, at) => {
        const file = join(folder, `${at}.test.mjs`);
        await writeFile(file, `${IMPORTS} ${text}`);
        return relative(TESTS, file);
      }),
    );
    const told: string[] = [];
    const numberOf = (file: string) => Number.parseInt(file.split('/').at(-1) ?? '', 10);
    delete process.env['NODE_TEST_CONTEXT'];
    await runProcess(files, {
      begun: (file) => told.push(`${numberOf(file)} begins`),
      each: (file, passed) => told.push(`${numberOf(file)} ${passed}`),
      heard: ({ file, passed, failures }) =>
        told.push(
          `${numberOf(file)} ends: ${[passed, ...failures.map(({ name, text }) => `${name}: ${text}`)].join(', ')}`,
        ),
    });
    return told;
  }

  it('are told apart, and each has its own hooks', async () => {
    const hooked = `globalThis.begun ??= []; before(() => begun.push('hook')); it('runs', () => { if (begun.length !== NUMBER) throw new Error(begun); });`;
    const told = await run([hooked.replace('NUMBER', '1'), hooked.replace('NUMBER', '2')]);
    assert.deepEqual(told, ['0 begins', '0 true', '0 ends: 1', '1 begins', '1 true', '1 ends: 1']);
  });

  it('are all accounted for where one of them ends the process', async () => {
    const told = await run([
      `it('passes', () => {});`,
      // What it has told so far goes out meanwhile.
      `it('passes', () => {}); it('ends all', async () => { for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate); process.exit(7); });`,
      `it('never runs', () => {});`,
    ]);
    const ends = told.filter((line) => line.includes(' ends: '));
    assert.equal(ends.length, 3);
    assert.equal(ends[0], '0 ends: 1');
    assert.match(ends[1] ?? '', /^1 ends: 1, the file: test failed/);
    assert.equal(ends[2], '2 ends: 0, the file: It was not run: its process ended in a file before it.');
  });

  it('tell what was thrown after its test, and how the process ended', async () => {
    const [, , , ends = ''] = await run([
      `it('passes', () => { setImmediate(() => { throw new Error('too late'); }); });
       it('waits', () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))));`,
    ]);
    assert.match(ends, /^0 ends: 2, the file: test failed \(exit code 1, signal null\)\n[^]*too late/);
  });

  it('are those of a room that says so, two dozen at most, and fewer where they are spread', () => {
    const proxy = Array.from({ length: 25 }, (_, at) => `proxy/${at}.test.ts`);
    const files = [
      'docs/one.test.ts',
      'docs/two.test.ts',
      ...proxy,
      'service/one.test.ts',
      'service/two.test.ts',
      'e2e/one.test.ts',
      'e2e/two.test.ts',
    ];
    const sizes = (isSpread: boolean) => processesFor(files, isSpread).map(({ length }) => length);
    assert.deepEqual(sizes(false), [1, 1, 24, 1, 2, 2]);
    assert.deepEqual(sizes(true), [1, 1, 4, 4, 4, 4, 4, 4, 1, 2, 1, 1]);
    assert.deepEqual(processesFor(files, false).flat(), files);
  });
});

describe('the lanes of a run', () => {
  it('have what waits beside what computes as long as there is both, and run each once', () => {
    const processes = ['ledger/1', 'ledger/2', 'ledger/3', 'e2e/1', 'e2e/2', 'cli/1'].map((file) => [file]);
    const lanes = lanesOf(processes).map((lane) => lane[Symbol.iterator]());
    const takes = (at: number) => lanes.at(at)?.next().value?.[0];
    assert.deepEqual([takes(0), takes(-1), takes(-2)], ['e2e/1', 'ledger/1', 'ledger/2']);
    assert.deepEqual([takes(0), takes(0)], ['e2e/2', 'ledger/3']);
    assert.deepEqual([takes(-1), takes(-2), takes(0)], ['cli/1', undefined, undefined]);
  });
});
