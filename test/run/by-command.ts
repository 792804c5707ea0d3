import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Listener } from './results.ts';
import { ROOT } from './rooms.ts';

/** As much of the end of what a command said as is told where it failed. */
const LINES = 60;

/** Runs a check that counts itself, or is one thing that passes or fails, as `npm` would, in that environment. Resolves when it has ended. */
export async function runByCommand(
  room: string,
  args: readonly string[],
  { begun, heard, each }: Listener,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  begun(room);
  const started = performance.now();
  // In a group of its own: npm passes a signal on to a shell, which keeps it to itself.
  const child = spawn('npm', [...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const leave = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid);
  };
  process.once('exit', leave);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  process.off('exit', leave);
  const passed = counted(said, 'pass');
  const failed = counted(said, 'fail');
  each(room, code === 0);
  heard({
    room,
    file: room,
    passed: passed + failed === 0 && code === 0 ? 1 : passed,
    skipped: [],
    failures: code === 0 ? [] : [{ name: `npm ${args.join(' ')}`, text: ending(said, failed) }],
    durationMs: performance.now() - started,
  });
}

/** The sum of what Node's runner counted, over all of its runs. */
function counted(said: string, what: 'pass' | 'fail'): number {
  return [...said.matchAll(new RegExp(`^ℹ ${what} (\\d+)$`, 'gm'))].reduce((sum, [, count]) => sum + Number(count), 0);
}

function ending(said: string, failed: number): string {
  const lines = said.trimEnd().split('\n');
  const failing = lines.indexOf('✖ failing tests:');
  const from = failing < 0 ? Math.max(0, lines.length - LINES) : failing;
  return [...(failed > 0 ? [`${failed} failed`] : []), ...lines.slice(from, from + LINES)].join('\n');
}
