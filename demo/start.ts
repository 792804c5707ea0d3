/* `npm start`: a community's site, the proxy behind its widgets, the emulated community, and the platform to sign in with, in one process. */
import { relative } from 'node:path';
import { type Manual, UsageError } from '../src/cli/command.ts';
import { helpFor, readOptions, readPort } from '../src/cli/options.ts';
import { stopSignal } from '../src/cli/serve/stop-signal.ts';
import type { Demo } from './servers.ts';

const USAGE = 'npm start --';

const manual: Manual = {
  usage: USAGE,
  summary:
    'the demo: a site with widgets, the proxy behind them, the emulated community, and its platform to sign in with',
  options: {
    port: { value: '<n>', help: 'the port of the site; by default the variable PORT, or 5173' },
    'proxy-port': { value: '<n>', help: 'the port of the proxy; by default the variable PROXY_PORT, or 8787' },
    'emulator-port': { value: '<n>', help: 'the port of the emulator; by default the variable EMULATOR_PORT, or 8788' },
    'desk-port': { value: '<n>', help: "the port of the owner's desk; by default the variable DESK_PORT, or 9465" },
    'platform-port': { value: '<n>', help: 'the port of the platform; by default the variable PLATFORM_PORT, or 8789' },
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
  const links: string[] = [];
  // Much to load, which nobody waits for who asks for help.
  const { openDemo } = await import('./servers.ts');
  const demo = await openDemo(
    {
      site: place('port', '5173'),
      proxy: place('proxy-port', '8787'),
      emulator: place('emulator-port', '8788'),
      platform: place('platform-port', '8789'),
      desk: place('desk-port', '9465'),
    },
    { onDeskLink: (newer) => links.push(newer) > 1 && console.log(`  A new link to the desk: ${newer}`) },
  );
  const stopped = stopSignal();
  await demo.showDeskLink();
  console.log(welcome(demo, links[0] ?? ''));
  await stopped;
  console.log('\nStopping.');
  await demo.close();
}

function welcome({ site, proxy, emulator, platform, ledger }: Demo, desk: string): string {
  return `
  The site is open.

    Site      ${site}   what this is, with a check-in to press: open this one
    Proxy     ${proxy}   what the website's owner runs; it alone has the API key
    Emulator  ${emulator}   plays the community: open it to be its administrator
    Platform  ${platform}   where members of the community sign in: choose who to be
    Desk      ${desk}
              where the website's owner sees what waits and what was given; the link is good once

  Try it: open the site, and press "Check in". Press in another tab, too: nobody is paid twice.
  ${site}/demo/ is a community's website: enter the member id 516830294751038469 (that is Wren) there,
  and the points arrive in the community beside it.
  ${site}/who-is-asking.html shows the four ways to tell who the member is.
  ${site}/examples/deed/ rewards what a wallet did on a chain; wallet and chain are simulated.
  ${site}/docs/ is the documentation.

  Every start begins afresh. The community lives in memory, and this run's claims in
  ${relative('.', ledger)}, which goes when it stops.

  Ctrl-C stops all of it.
`;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`npm start: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
