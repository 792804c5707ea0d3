import { rmSync } from 'node:fs';

/** What ends a command before it is done. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Has something written to files, which are removed if a signal ends the command meanwhile: what is written names people, and is not
 * left where nobody looks for it.
 */
export async function whilePartial<T>(files: readonly string[], write: () => Promise<T>): Promise<T> {
  const giveUp = (signal: NodeJS.Signals): void => {
    for (const file of files) remove(file);
    heedNoMore();
    process.kill(process.pid, signal);
  };
  const heedNoMore = () => ENDING.forEach((signal) => process.off(signal, giveUp));
  for (const signal of ENDING) process.on(signal, giveUp);
  try {
    return await write();
  } finally {
    heedNoMore();
  }
}

/** Windows removes no file that is open. The command ends all the same. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
