/** The program that runs `rewards` for `CommandHost`, again and again: starting Node anew takes longer than most commands do. */
import type { main } from '../../src/cli/index.ts';
import type { Asked } from './command-host.ts';

/** The command's own module is the argument. */
const loading = import(process.argv[2] ?? '') as Promise<{ main: typeof main }>;
const own = { ...process.env };

async function answer({ args, cwd, env, end }: Asked): Promise<void> {
  const command = await loading;
  process.chdir(cwd);
  // The variables themselves: what Node knows of the time zone, and files of variables, is not in a copy.
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(own, name)) delete process.env[name];
  Object.assign(process.env, own, env);
  const code = await command.main(args);
  // The streams are pipes, and pipes keep the order: their reader knows by this that it has all.
  for (const stream of [process.stdout, process.stderr]) stream.write(end);
  process.send?.(code);
}

process.on('message', (asked: Asked) => void answer(asked));
