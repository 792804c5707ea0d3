import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Running } from '../cli/command.ts';

const PROGRAMS = new URL('node_modules/.bin/', import.meta.url);

export interface Started extends AsyncDisposable {
  readonly running: Running;
}

/** Starts a program of this package. It ends with all that it has started, at once, when it is disposed of. */
export function startProgram(
  name: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Started {
  const child = spawn(fileURLToPath(new URL(name, PROGRAMS)), args, {
    cwd,
    // In a group of its own, by which all of it can be ended.
    detached: true,
    env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running = new Running(child);
  return {
    running,
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await running.ended;
    },
  };
}
