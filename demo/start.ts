/* `npm start`: a community's site, the proxy behind its check-in, and the emulated community, in one process. */
import { relative } from 'node:path';
import { type Manual, UsageError } from '../src/cli/command.ts';
import { helpFor, readOptions, readPort } from '../src/cli/options.ts';
import { stopSignal } from '../src/cli/stop-signal.ts';
import { type Demo, openDemo } from './servers.ts';

const USAGE = 'npm start --';

const manual: Manual = {
  usage: USAGE,
  summary: 'the demo: a site with a daily check-in, the proxy behind it, and the emulated community',
  options: {
    port: { value: '<n>', help: 'the port of the site; by default the variable PORT, or 5173' },
    'proxy-port': { value: '<n>', help: 'the port of the proxy; by default the variable PROXY_PORT, or 8787' },
    'emulator-port': { value: '<n>', help: 'the port of the emulator; by default the variable EMULATOR_PORT, or 8788' },
  },
  notes: ['0 takes any port that is free.'],
};

async function main(args: readonly string[]): Promise<void> {
  const given = readOptions(args, manual);
  if (given === 'help') {
    console.log(helpFor(manual));
    return;
  }
  const options = given.values;
  const place = (name: string, usual: string) => {
    const variable = name.replace('-', '_').toUpperCase();
    const port = readPort(options[name] ?? (process.env[variable] || usual));
    return { host: '127.0.0.1', port, option: `${USAGE} --${name} <n>` };
  };
  const demo = await openDemo({
    site: place('port', '5173'),
    proxy: place('proxy-port', '8787'),
    emulator: place('emulator-port', '8788'),
  });
  const stopped = stopSignal();
  console.log(welcome(demo));
  await stopped;
  console.log('\nStopping.');
  await demo.close();
}

function welcome({ site, proxy, emulator, ledger }: Demo): string {
  return `
  Harbour Lights is open.

    Site      ${site}   a community's website: open this one
    Proxy     ${proxy}   what the website's owner runs; it alone has the API key
    Emulator  ${emulator}   plays the community and its rewards service

  Try it: open the site, enter the member id 739204618530271847 (that is Noor) and press "Check in".
  The points arrive in the community beside it. Press again, in another tab too: nobody is paid twice.

  Every start begins afresh. The community lives in memory, and this run's claims in
  ${relative('.', ledger)}, which goes when it stops.

  Ctrl-C stops all three.
`;
}

try {
  await main(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  console.error(`npm start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
