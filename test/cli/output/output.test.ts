import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startNode } from '../command.ts';
import { smallDisk } from '../../support/databases/small-disk.ts';

const OUTPUT = new URL('../../../src/cli/output/output.ts', import.meta.url).href;

it('says that the disk is full where more text is on its way, and leaves nothing there', async (t) => {
  const disk = smallDisk(t, 1024 * 1024);
  if (!disk) return;
  disk.fill();
  const program = `
    import { setImmediate } from 'node:timers/promises';
    import { writeOutput } from ${JSON.stringify(OUTPUT)};
    async function* texts() {
      yield 'the first';
      // By then that could not be written. Were it not so yet, the end would be the same.
      for (let turns = 0; turns < 10_000; turns += 1) await setImmediate();
      yield 'the second';
    }
    await writeOutput(process.argv[1], texts()).catch(({ code }) => console.log(code));
  `;
  const args = ['--input-type=module', '--eval', program, join(disk.path, 'claims.csv')];
  const running = startNode(args);
  await once(running.child, 'close');
  assert.deepEqual([running.stdout, running.stderr], ['ENOSPC\n', '']);
  assert.deepEqual(readdirSync(disk.path), ['filling']);
});

it('leaves nothing where it is ended before it is done', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-output-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = `
    import { writeOutput } from ${JSON.stringify(OUTPUT)};
    async function* texts() {
      yield 'the first';
      console.log('it writes');
      await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
    }
    await writeOutput(process.argv[1], texts());
  `;
  const running = startNode(['--input-type=module', '--eval', program, join(folder, 'claims.csv')]);
  await running.printed(/it writes/);
  running.child.kill('SIGINT');
  await running.ended;
  assert.equal(running.child.signalCode, 'SIGINT');
  assert.deepEqual(readdirSync(folder), []);
});
