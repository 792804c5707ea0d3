/** A test that failed, or a file that could not be run to its end. */
export interface Failure {
  /** The suites that it is in, and its own name. */
  name: string;
  /** What is wrong, as the runner says it. */
  text: string;
}

/** A browser, and what the environment says to ask for it. */
export interface Asked {
  name: string;
  by: string;
}

/** What came of a test file, or of a check that is one command. */
export interface FileResult {
  room: string;
  /** Below `test/`: what `npm test --` takes to run it alone. */
  file: string;
  /** The browser that was asked for, where one was. */
  browser?: Asked;
  passed: number;
  /** The reasons are printed: each says why. */
  skipped: string[];
  failures: Failure[];
  durationMs: number;
}

/** How a run calls it. */
export function nameOf({ file, browser }: Pick<FileResult, 'file' | 'browser'>): string {
  return browser ? `${file} in ${browser.name}` : file;
}

/** The same; a file that ran no test is a failure, or its promises could get lost unseen. */
export function withTests(result: FileResult): FileResult {
  const { passed, skipped, failures } = result;
  if (passed + skipped.length + failures.length > 0) return result;
  return { ...result, failures: [{ name: 'the file', text: 'It ran no test, and skipped none with a reason.' }] };
}

/** Hears what comes of a run. */
export interface Listener {
  /** A file begins, or a check that is one command. */
  begun: (name: string) => void;
  /** A test has ended, or some at once. */
  each: (name: string, passed: boolean, tests?: number) => void;
  /** What came of a file, once that is known. */
  heard: (result: FileResult) => void;
}
