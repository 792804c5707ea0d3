import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;
/** Of the fields after the name: what the process took in its own code and in the kernel's, and what its ended children did. */
const FIRST = 11;

/**
 * Milliseconds that the processors have worked for this process and for all that it started and that have ended. Unlike the time that
 * passes, it says little of what else the machine does. Undefined where the system does not count it (it is Linux that does).
 */
export function cpuTime(): number | undefined {
  let stat: string;
  try {
    stat = readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return undefined;
  }
  // The name of the program stands in brackets, and may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(FIRST, FIRST + 4).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}
