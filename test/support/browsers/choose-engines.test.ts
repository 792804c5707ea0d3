import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseEngines, type SetUp } from './choose-engines.ts';
import { NotInstalled } from '../processes/find-program.ts';

const here =
  (name: string): SetUp<string> =>
  async () =>
    name;
const missing: SetUp<string> = async () => {
  throw new NotInstalled('No Firefox was found. Install it.');
};

describe('the choice of engines', () => {
  const engines = { chromium: here('C'), firefox: missing, webkit: here('W') };

  it('is all that are installed, with a line for each one that is not', async () => {
    const lines: string[] = [];
    assert.deepEqual(await chooseEngines(engines, {}, (line) => lines.push(line)), ['C', 'W']);
    assert.deepEqual(lines, ['Skipped firefox. No Firefox was found. Install it.']);
  });

  it('can be narrowed, and then looks for no other', async () => {
    const lines: string[] = [];
    assert.deepEqual(await chooseEngines(engines, { ENGINES: ' webkit, chromium,' }, (line) => lines.push(line)), [
      'C',
      'W',
    ]);
    assert.deepEqual(lines, []);
  });

  for (const variable of ['ENGINES', 'REQUIRE_ENGINES']) {
    it(`fails with what to install where ${variable} names one that is missing`, async () => {
      const choice = chooseEngines(engines, { [variable]: 'chromium,firefox' }, assert.fail);
      await assert.rejects(choice, new NotInstalled('No Firefox was found. Install it.'));
    });

    it(`fails where ${variable} names one that does not exist`, async () => {
      const choice = chooseEngines(engines, { [variable]: 'webkit,opera' }, assert.fail);
      await assert.rejects(choice, { message: `${variable} names opera. Use one or more of chromium,firefox,webkit.` });
    });
  }

  it('fails where an engine is required and left out at once', async () => {
    const choice = chooseEngines(engines, { ENGINES: 'chromium', REQUIRE_ENGINES: 'chromium,webkit' }, assert.fail);
    await assert.rejects(choice, {
      message: 'REQUIRE_ENGINES asks for webkit, but ENGINES leaves it out. Change one of the two.',
    });
  });

  it('is never empty', async () => {
    const choice = chooseEngines({ firefox: missing }, {}, () => undefined);
    await assert.rejects(choice, { message: 'There is no browser to test in. Install one of those above.' });
  });

  it('does not take an engine that is broken for one that is missing', async () => {
    const broken = async () => Promise.reject(new Error('The disk is full.'));
    await assert.rejects(
      chooseEngines({ ...engines, webkit: broken }, {}, () => undefined),
      {
        message: 'The disk is full.',
      },
    );
  });
});
