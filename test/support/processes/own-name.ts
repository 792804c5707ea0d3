import { basename } from 'node:path';

/** What a command says of a port that the test's own process has. */
export const OWN_NAME =
  process.platform === 'linux' ? `${basename(process.argv0)} (process ${process.pid})` : 'another program';
