import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The options of a command. For an unknown one it prints which there are, and ends the process with status 2. */
export function readArguments<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [problem] = (error instanceof Error ? error.message : String(error)).split('. ');
    const options = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    console.error(`${problem}. There are: ${options.join(', ')}`);
    process.exit(2);
  }
}
