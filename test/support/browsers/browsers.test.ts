import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { findChromium } from './chromium.ts';
import { packagedChromium } from './chromium-package.ts';
import { NotInstalled } from '../processes/find-program.ts';
import { findFirefox } from './firefox.ts';
import { findWebKit } from './webkit.ts';

describe('looking for browsers', () => {
  const { PATH = '', FIREFOX_PATH, CHROME_PATH } = process.env;

  beforeEach(() => {
    process.env['PATH'] = '';
    delete process.env['FIREFOX_PATH'];
    delete process.env['CHROME_PATH'];
  });

  afterEach(() => {
    process.env['PATH'] = PATH;
    if (FIREFOX_PATH !== undefined) process.env['FIREFOX_PATH'] = FIREFOX_PATH;
    if (CHROME_PATH !== undefined) process.env['CHROME_PATH'] = CHROME_PATH;
  });

  it('says what to install where there is no Firefox', { skip: process.platform !== 'linux' }, async () => {
    const message =
      'No Firefox was found. Install Firefox (on Debian: firefox-esr), or set FIREFOX_PATH to the browser to use.';
    await assert.rejects(findFirefox(), new NotInstalled(message));
  });

  it('says what to install where there is no WebKit', async () => {
    const message = 'No WebKit was found. Install WebKitGTK and Xvfb (on Debian: webkit2gtk-driver and xvfb).';
    await assert.rejects(findWebKit(), new NotInstalled(message));
  });

  it('takes the browser that a variable names', async () => {
    process.env['FIREFOX_PATH'] = process.execPath;
    assert.equal((await findFirefox()).executablePath, process.execPath);
    process.env['CHROME_PATH'] = process.execPath;
    assert.equal((await findChromium()).executablePath, process.execPath);
  });

  it(
    'takes the Chromium that npm brought, where that is asked for',
    { skip: process.platform !== 'linux' },
    async () => {
      process.env['PATH'] = PATH;
      process.env['CHROME_PATH'] = 'packaged';
      assert.deepEqual((await findChromium()).executablePath, (await packagedChromium())?.executablePath);
    },
  );

  for (const [variable, find] of [
    ['FIREFOX_PATH', findFirefox],
    ['CHROME_PATH', findChromium],
  ] as const) {
    it(`looks for no other browser where ${variable} is wrong`, async () => {
      process.env[variable] = '/nowhere/browser';
      await assert.rejects(find(), {
        name: 'Error',
        message: `${variable} is /nowhere/browser, but there is no such file. Correct it, or unset it to have a browser looked for.`,
      });
    });
  }
});
