import * as z from 'zod/mini';
import {
  createEmulator,
  type Emulator,
  EmulatorError,
  HARBOUR_LIGHTS,
  type Links,
  ServerSeed,
} from '../emulator/index.ts';
import { readInput } from '../emulator/control/read-input.ts';
import { toNodeListener } from '../proxy/adapters/node.ts';
import { type Command, type OptionValues, UsageError } from './command.ts';
import { listen } from './serve/listen.ts';
import { readPort } from './options.ts';
import { consoleFiles } from './page-files.ts';
import { readJsonFile } from './config/read-json-file.ts';
import { stdout } from './output/stdout.ts';
import { stopSignal } from './serve/stop-signal.ts';

const PORT = '8788';
const HOST = '127.0.0.1';

/** Where the emulator is, unless it was told otherwise. */
export const EMULATOR_URL = `http://${HOST}:${PORT}`;

/** `rewards emulate`: a stand-in of the service on a port of this machine. */
export const emulate: Command = {
  name: 'emulate',
  usage: 'rewards emulate',
  summary: 'run a local stand-in for the rewards service, with a community to play with',
  options: {
    'api-key': {
      value: '<key>',
      help: 'the key of the first community server; by default a new one, which is printed',
    },
    host: { value: '<address>', help: `the address to listen on; by default ${HOST}, this machine alone` },
    port: { value: '<number>', help: `the port; by default the variable PORT, or ${PORT}; 0 uses any free port` },
    site: { value: '<address>', help: 'the site whose proxy calls it; the console links to it' },
    desk: { value: '<address>', help: "that site's desk; the console links to it" },
    servers: { value: '<file>', help: 'JSON with community servers to start with, from GET /emulator/snapshot' },
  },
  notes: ['Everything is in memory and gone when it stops. GET / lists what it answers.'],
  run,
};

const EXAMPLES = { site: 'http://127.0.0.1:5173', desk: 'http://127.0.0.1:9465' };

const Snapshot = z.strictObject({ servers: z.array(ServerSeed) });

async function run(options: OptionValues): Promise<void> {
  const { host = HOST } = options;
  const port = readPort(options['port'] ?? (process.env['PORT'] || PORT));
  const emulator = await emulatorFor(options);
  const server = await listen(toNodeListener(emulator), { host, port, option: '--port' });
  const stopped = stopSignal();
  stdout.print(`The emulator listens on ${server.url}: open it in a browser to play the community.`);
  for (const { id, name, keys } of emulator.state.servers()) {
    const live = keys.find(({ revoked }) => !revoked);
    stdout.print(`API key of ${name}: ${live ? live.masked : emulator.state.createKey(id).key}`);
  }
  stdout.print('Everything is in memory. Ctrl-C stops it.');
  await stopped;
  await server.close();
}

async function emulatorFor(options: OptionValues): Promise<Emulator> {
  const { servers: file, 'api-key': apiKey } = options;
  const links = linksIn(options);
  try {
    const seeds = file === undefined ? [HARBOUR_LIGHTS] : readInput(Snapshot, await readJsonFile(file)).servers;
    const servers = seeds.map((seed, index) => (index === 0 && apiKey !== undefined ? { ...seed, apiKey } : seed));
    return createEmulator({ servers, console: consoleFiles(), links: () => links });
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error;
    const option = error.field?.endsWith('apiKey') ? '--api-key' : '--servers';
    throw new UsageError(`${option}: ${error.message}`, { cause: error });
  }
}

/** Where the console leads, each address without slashes at its end. Throws `UsageError`. */
function linksIn(options: OptionValues): Links {
  const links: Links = {};
  for (const name of ['site', 'desk'] as const) {
    const text = options[name];
    if (text === undefined) continue;
    if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
      throw new UsageError(
        `--${name} must be an address that begins with http:// or https://, such as ${EXAMPLES[name]}`,
      );
    }
    links[name] = text.replace(/\/+$/, '');
  }
  return links;
}
