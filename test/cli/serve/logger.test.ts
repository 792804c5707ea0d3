import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { startNode } from '../command.ts';

const [LOGGER, LINES] = ['logger', 'log-lines'].map(
  (name) => new URL(`../../../src/cli/serve/${name}.ts`, import.meta.url).href,
);
const IMPORTS = `import { createLogger } from ${JSON.stringify(LOGGER)}; import { LogLines } from ${JSON.stringify(LINES)};`;

describe('the log', () => {
  it('leaves out what is named like a key, wherever it stands', async () => {
    const script = `${IMPORTS}
      const names = ['apiKey', 'api_key', 'x-api-key', 'authorization', 'cookie', 'set-cookie'];
      const secret = Object.fromEntries(names.map((name) => [name, 'canary']));
      createLogger(new LogLines()).info({ ...secret, service: secret, request: { headers: secret }, action: 'daily' }, 'hello');`;
    const node = startNode(['--input-type=module', '--eval', script]);
    assert.equal(await node.ended, 0);
    const { level, time, msg, action, apiKey, request } = JSON.parse(node.stdout);
    assert.deepEqual(
      { level, msg, action, apiKey, nested: request.headers['x-api-key'] },
      { level: 'info', msg: 'hello', action: 'daily', apiKey: '[redacted]', nested: '[redacted]' },
    );
    assert.equal(new Date(time).toISOString(), time);
    assert.doesNotMatch(node.stdout, /canary/);
  });

  it('does nothing to a terminal, and is JSON all the same', async () => {
    const script = `${IMPORTS}
      createLogger(new LogLines()).info({ ['a\u202e']: 'b\u009b\u200b' }, 'c\u2066');`;
    const node = startNode(['--input-type=module', '--eval', script]);
    assert.equal(await node.ended, 0);
    assert.match(node.stdout, /^[ -~]+\n$/);
    assert.equal(JSON.parse(node.stdout)['a\u202e'], 'b\u009b\u200b');
    assert.equal(JSON.parse(node.stdout).msg, 'c\u2066');
  });

  it('has the last line of a process that ends at once', async () => {
    const script = `${IMPORTS} createLogger(new LogLines()).error({}, 'the last'); process.exit(1);`;
    const node = startNode(['--input-type=module', '--eval', script]);
    assert.equal(await node.ended, 1);
    assert.equal(JSON.parse(node.stdout).msg, 'the last');
  });

  it('holds nobody up whose log is not read', async (t) => {
    const script = `${IMPORTS}
      const logger = createLogger(new LogLines());
      let left = 2000;
      const go = () => { logger.info({ text: 'x'.repeat(2000) }, 'hello'); if (--left > 0) setImmediate(go); else process.send('done'); };
      go();`;
    const node = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    t.after(() => node.kill('SIGKILL'));
    assert.deepEqual(await once(node, 'message'), ['done', undefined]);
  });

  it('does not keep a process from ending, though nobody reads it', async (t) => {
    const script = `${IMPORTS}
      const lines = new LogLines();
      lines.write('x'.repeat(900_000));
      lines.close();
      process.exitCode = 3;`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    assert.deepEqual(await once(child, 'exit'), [3, null]);
  });
});
