import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { findChromium } from './support/chromium.ts';

/** The runner's own `emulateMedia` cannot force colours through puppeteer. */
const forcedColors = {
  name: 'forced-colors',
  async executeCommand({ command, payload, session }) {
    if (command !== 'forced-colors') return undefined;
    const client = await session.browser.getPage(session.id).createCDPSession();
    const features = [{ name: 'forced-colors', value: payload }];
    await client.send('Emulation.setEmulatedMedia', { features });
    return true;
  },
};

/** Gives the page of that name the strictest policy that a widget should live under. */
function strictPolicy(context, next) {
  if (context.path.endsWith('/strict-csp.html')) {
    context.set('content-security-policy', "script-src 'self'; style-src 'self'; require-trusted-types-for 'script'");
  }
  return next();
}

export default {
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  files: 'test/elements/**/*.test.ts',
  nodeResolve: { exportConditions: ['production', 'default'] },
  plugins: [
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)),
    }),
    forcedColors,
  ],
  middleware: [strictPolicy],
  browsers: [chromeLauncher({ launchOptions: await findChromium() })],
  concurrentBrowsers: 1,
  testFramework: { config: { timeout: '15000' } },
};
