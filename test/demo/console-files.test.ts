import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildConsole, buildDesk } from '../../demo/console-files.ts';

it('makes desk and console of what a build has, whatever the environment is said to be', async (t) => {
  const { NODE_ENV } = process.env;
  t.after(() => {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  });
  for (const make of [buildDesk, buildConsole]) {
    process.env['NODE_ENV'] = 'development';
    // oxlint-disable-next-line no-await-in-loop -- a build sets the variable
    const files = Array.from(await make());
    assert.ok(files.length > 1);
    const warning = files.filter(([, text]) => text.includes('Lit is in dev mode')).map(([name]) => name);
    assert.deepEqual(warning, []);
  }
});
