import { constants } from 'node:os';

/** npm passes on to its script what the terminal sent to both, so one Ctrl-C may arrive twice. */
const ECHO_MS = 500;

/** Resolves with the first SIGINT or SIGTERM. A second one, for the impatient, ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first = 0;
    const stop = (signal: 'SIGINT' | 'SIGTERM') => {
      if (first === 0) resolve(signal);
      else if (performance.now() - first > ECHO_MS) process.exit(128 + constants.signals[signal]);
      first ||= performance.now();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
