import { resolve } from 'node:path';
import { startTestRunner, type TestResult, type TestSession, type TestSuiteResult } from '@web/test-runner';
import { browsersConfig } from './browsers-config.ts';
import { type Failure, type FileResult, type Listener, nameOf, withTests } from './results.ts';
import { belowTests, roomOf, TESTS } from './rooms.ts';

const RUNS = new Set(['INITIALIZING', 'TEST_STARTED', 'TEST_FINISHED']);

/** Runs test files in the browsers that are asked for. Resolves when all have ended, whatever failed. */
export async function runInBrowsers(files: readonly string[], { begun, heard, each }: Listener): Promise<void> {
  const runner = await startTestRunner({
    config: { ...(await browsersConfig()), files: files.map((file) => resolve(TESTS, file)), reporters: [] },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (!runner) throw new Error('The runner of the browsers did not start: its reason stands above.');
  const told = new Set<string>();
  const look = (session: TestSession) => {
    if (RUNS.has(session.status)) begun(nameOf(resultOf(session)));
    if (session.status !== 'FINISHED' || told.has(session.id)) return;
    told.add(session.id);
    const result = resultOf(session);
    each(nameOf(result), true, result.passed);
    for (const _ of result.failures) each(nameOf(result), false);
    heard(result);
  };
  runner.sessions.on('session-status-updated', look);
  await new Promise((ended) => runner.on('finished', ended));
  // What ended before anybody listened.
  for (const session of runner.sessions.all()) look(session);
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
