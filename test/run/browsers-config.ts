import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import type { TestRunnerConfig } from '@web/test-runner';
import { accessibilityTree } from '../support/browsers/accessibility-tree.ts';
import { chooseEngines } from '../support/browsers/choose-engines.ts';
import { ENGINES } from '../support/browsers/engines.ts';
import { forcedColors } from '../support/browsers/forced-colors.ts';
import { serveRendered } from '../support/pages/served-page.ts';

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number];

/** Gives the page of that name the strictest policy that a widget should live under. */
const strictPolicy: Middleware = (context, next) => {
  if (context.path.endsWith('/strict-csp.html')) {
    context.set('content-security-policy', "script-src 'self'; style-src 'self'; require-trusted-types-for 'script'");
  }
  return next();
};

/** Lets a page in a sandbox, whose origin is nobody's, load its modules. Others keep what they load, so all are told. */
const openToSandboxes: Middleware = (context, next) => {
  context.set('access-control-allow-origin', '*');
  return next();
};

/** The page that a test file runs in: the runner's own, what has it hear of every failure, and whether there is time for all. */
const testPage = (framework: string) => `<!doctype html>
<html${process.env['TEST_ALL'] === undefined ? '' : ' data-thorough'}>
  <body>
    <script type="module" src="${framework}"></script>
    <script type="module" src="/test/support/browsers/report-failures.ts"></script>
  </body>
</html>`;

/**
 * How the widgets and our own pages are tested, in the engines that are asked for. Throws `Error` where one of those is missing, and says what to
 * install.
 */
export async function browsersConfig(): Promise<TestRunnerConfig> {
  return {
    rootDir: fileURLToPath(new URL('../..', import.meta.url)),
    nodeResolve: { exportConditions: ['production', 'default'] },
    plugins: [
      esbuildPlugin({
        ts: true,
        target: 'es2022',
        tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
      }),
      forcedColors,
      accessibilityTree,
    ],
    testRunnerHtml: testPage,
    middleware: [strictPolicy, openToSandboxes, serveRendered],
    browsers: await chooseEngines(ENGINES, process.env, console.log),
    concurrentBrowsers: 1,
    // Bounds for what hangs, with room for a machine that has much else to do.
    browserStartTimeout: 240_000,
    testsStartTimeout: 240_000,
    testsFinishTimeout: 1_200_000,
    testFramework: { config: { timeout: '60000' } },
  };
}
