import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';

/** The processes that this one has started and that run. Node's runner does not give out its own. */
export const children = new Set<ChildProcess>();

subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  children.add(child);
  child.once('close', () => children.delete(child));
});

/** Has them end, those that were stopped, too. */
export function endChildren(): void {
  for (const child of children) for (const signal of ['SIGTERM', 'SIGCONT'] as const) child.kill(signal);
}
