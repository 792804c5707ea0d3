import { resolve } from 'node:path';
import {
  type Reporter,
  startTestRunner,
  type TestResult,
  type TestSession,
  type TestSuiteResult,
} from '@web/test-runner';
import { browsersConfig } from './browsers-config.ts';
import { type Failure, type FileResult, type Listener, withTests } from './results.ts';
import { belowTests, roomOf, TESTS } from './rooms.ts';

/** Runs test files in the browsers that are asked for. Resolves when all have ended, whatever failed. */
export async function runInBrowsers(files: readonly string[], { heard, each }: Listener): Promise<void> {
  const reporter: Reporter = {
    reportTestFileResults({ sessionsForTestFile, testFile }) {
      for (const session of sessionsForTestFile) each(belowTests(testFile), session.passed === true);
    },
  };
  const runner = await startTestRunner({
    config: { ...(await browsersConfig()), files: files.map((file) => resolve(TESTS, file)), reporters: [reporter] },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('The runner of the browsers did not start: its reason stands above.');
  await new Promise((ended) => runner.on('finished', ended));
  for (const session of runner.sessions.all()) heard(resultOf(session));
  await runner.stop();
}

/** What came of a file in one engine. */
export function resultOf({ testFile, browser, testResults, errors }: TestSession): FileResult {
  const tests = testResults ? testsIn(testResults) : [];
  const broken = errors.map(({ message, stack }) => ({ name: 'the file', text: stack ?? message }));
  const file = belowTests(testFile);
  return withTests({
    room: roomOf(file),
    file,
    browser: { name: browser.name, by: `ENGINES=${browser.name.toLowerCase()}` },
    passed: tests.filter(({ test }) => test.passed && !test.skipped).length,
    skipped: tests.filter(({ test }) => test.skipped).map(({ name }) => name),
    failures: [...tests.filter(({ test }) => !test.passed && !test.skipped).map(failureOf), ...broken],
    durationMs: tests.reduce((sum, { test }) => sum + (test.duration ?? 0), 0),
  });
}

interface NamedTest {
  name: string;
  test: TestResult;
}

function testsIn({ name, suites, tests }: TestSuiteResult, above: readonly string[] = []): NamedTest[] {
  const path = name ? [...above, name] : above;
  return [
    ...tests.map((test) => ({ name: [...path, test.name].join(' › '), test })),
    ...suites.flatMap((suite) => testsIn(suite, path)),
  ];
}

function failureOf({ name, test: { error } }: NamedTest): Failure {
  if (!error) return { name, text: 'it failed, and did not say why' };
  const { message, stack = '', actual, expected } = error;
  const compared = expected === undefined ? '' : `\nexpected: ${expected}\nactual:   ${actual}`;
  return { name, text: `${message}${compared}\n${stack}` };
}
