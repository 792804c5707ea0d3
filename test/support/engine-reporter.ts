import type { Reporter, TestResult, TestSession, TestSuiteResult } from '@web/test-runner';

/** All tests of a suite and the suites in it. */
const testsIn = ({ suites, tests }: TestSuiteResult): TestResult[] => [...tests, ...suites.flatMap(testsIn)];

/** Lines for one engine: its counts, and what it skipped. A file whose tests never ran counts as one failure. */
export function engineReport(name: string, sessions: TestSession[]): string[] {
  const tests = sessions.flatMap(({ testResults }) => (testResults ? testsIn(testResults) : []));
  const skipped = tests.filter((test) => test.skipped);
  const failed = tests.filter((test) => !test.passed && !test.skipped);
  const broken = sessions.filter((session) => !session.passed && session.errors.length > 0);
  const passed = tests.length - skipped.length - failed.length;
  return [
    `${name}: ${passed} passed, ${failed.length + broken.length} failed, ${skipped.length} skipped`,
    ...skipped.map((test) => `  skipped: ${test.name}`),
  ];
}

/** Says at the end what each engine did, in lines that a person and a script can read. */
export function engineReporter(): Reporter {
  return {
    getTestProgress({ sessions }) {
      if (sessions.some(({ status }) => status !== 'FINISHED')) return [];
      const engines = Map.groupBy(sessions, ({ browser }) => browser.name);
      return Array.from(engines)
        .flatMap(([name, own]) => engineReport(name, own))
        .concat('');
    },
  };
}
