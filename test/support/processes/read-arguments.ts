import { parseArgs, type ParseArgsConfig } from 'node:util';

/** What a command was called with. Ends the process with status 2 where that is none of the options, and says which there are. */
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
