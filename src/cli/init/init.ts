import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { newApiKey } from '../../emulator/index.ts';
import { createSqliteLedger } from '../../ledger/sqlite.ts';
import { colourSections } from '../output/colours.ts';
import { type Command, type OptionValues, UsageError } from '../command.ts';
import { usualConfig } from '../config/load-config.ts';
import { stdout } from '../output/stdout.ts';
import { portOwner } from '../serve/port-owner.ts';
import { choose, type Choice } from './choose.ts';
import { foundFramework } from './found-framework.ts';
import { FRAMEWORKS } from './frameworks/index.ts';
import { HOSTS, isBeside } from './hosts/index.ts';
import { nextSteps } from './next-steps.ts';
import { npmScripts } from './npm-scripts.ts';
import { ownTimeZone } from './own-time-zone.ts';
import { otherExample, ownersFiles } from './owners-files.ts';
import { type PackageManager, packageManagerAt } from './package-manager.ts';
import { type Project, projectAt } from './project.ts';
import { PLAIN_CONFIG, type Site } from './site.ts';
import { POSTGRES_ENV } from './templates/ledger-code.ts';
import { pathInWorkspace } from './workspace.ts';
import { writeFiles } from './write-files.ts';

/** Where the files that are written look for the ledger. */
const LEDGER_FILE = 'rewards.db';

const FRAMEWORK_NAMES = FRAMEWORKS.map(({ name }) => name);
const HOST_NAMES = HOSTS.map(({ name }) => name);

const listed = ({ name, label }: { name: string; label: string }) => `  ${name.padEnd(12)}${label}`;

/** `rewards init`: the files that a site begins with. */
export const init: Command = {
  name: 'init',
  usage: 'rewards init',
  summary: 'write what a site needs: config, .env, .gitignore, the proxy, its ledger, and a page with the check-in',
  options: {
    framework: {
      value: '<name>',
      help: `${FRAMEWORK_NAMES.join(', ')}; by default what the folder tells (standalone for a site of another kind), or node`,
      values: FRAMEWORK_NAMES,
    },
    dir: { value: '<folder>', help: 'where to write; by default this folder' },
    title: { value: '<text>', help: "what visitors read above the button; by default 'Daily check-in'" },
    action: { value: '<name>', help: "the action's name in the config; by default daily" },
    points: { value: '<number>', help: 'the points for a check-in; by default 10' },
    origin: { value: '<address>', help: 'where visitors see the site; by default only this machine' },
    host: {
      value: '<name>',
      help: `where it will run: ${HOST_NAMES.join(', ')}; writes what the host needs, and prints what to type`,
      values: HOST_NAMES,
    },
    ledger: {
      value: '<sqlite|postgres>',
      help: 'the ledger: a SQLite file, or PostgreSQL; by default sqlite',
    },
    proxy: {
      value: '<address>',
      help: 'where browsers reach a proxy beside the site (standalone); by default only this machine',
    },
    yes: { help: 'ask nothing, and use defaults for what is not given' },
    force: { help: 'replace existing files, except .env' },
  },
  notes: [
    FRAMEWORKS.map(listed).join('\n'),
    `Hosts:\n${HOSTS.map(listed).join('\n')}`,
    'The result works at once with the emulator, and later with the real service. It asks for what is not given.',
  ],
  run,
};

async function run(options: OptionValues): Promise<void> {
  const { dir = '.' } = options;
  const folder = resolve(dir);
  const { stdin: input, stdout: output } = process;
  const project = projectAt(folder);
  const choice = await choose(options, input.isTTY && output.isTTY ? { input, output } : null, foundFramework(project));
  const { framework } = choice;
  const packageManager = await packageManagerAt(folder);
  if (framework.project && !project.dependsOn(framework.project.package)) {
    const { package: name, create } = framework.project;
    const made = packageManager.typed(create);
    throw new UsageError(
      `${folder} is in no project that depends on ${name}: make one with ${made}, or name its folder with --dir`,
    );
  }
  const example = await otherExample(folder);
  const ownScripts = framework.fromCdn === true && project.hasFromFile('rewards-elements');
  const site = { ...siteFor(choice, project, packageManager), ownScripts, ...(example !== undefined && { example }) };
  requireNoOtherConfig(folder, site.config);
  const { name, command = [], inContainer = [] } = framework;
  const { image } = packageManager;
  const inWorkspace = pathInWorkspace(folder);
  const served = { framework: name, command, inContainer, ledger: site.ledger, image, inWorkspace };
  const hosted = choice.host && { host: choice.host, served };
  const files = { ...framework.files(site), ...hosted?.host.files(hosted.served) };
  const { files: owners, env } = await ownersFiles(folder, framework, site);
  const scripts = await npmScripts(folder, framework, site);
  await writeFiles(folder, files, options['force'] !== undefined, { ...owners, ...scripts.files });
  const made =
    framework.choosesLedger && site.ledger === 'sqlite' && makeLedger(join(folder, LEDGER_FILE)) ? [LEDGER_FILE] : [];
  const written = [...Object.keys(files), ...Object.keys(owners), ...made];
  stdout.print(
    nextSteps({
      folder: relative('.', folder),
      files: written,
      env,
      framework,
      site,
      project,
      packageManager,
      scripts: scripts.names,
      portOwner: framework.readsPort && framework.port !== null ? await portOwner(framework.port) : null,
      ...(hosted && { hosted }),
    }),
    colourSections,
  );
}

/** Makes the ledger that the site opens, unless there is one: that is never replaced. */
function makeLedger(path: string): boolean {
  if (existsSync(path)) return false;
  createSqliteLedger(path);
  return true;
}

/** Two configs would be one too many: the one that is written would silently stand before the other. */
function requireNoOtherConfig(folder: string, own = 'rewards.config.ts'): void {
  const config = usualConfig(folder);
  if (config === null || basename(config) === own) return;
  throw new Error(
    `nothing was written, because there is a config already, ${config}: move it away, or give another --dir`,
  );
}

function siteFor(
  { framework, answers, ledger, host, proxy }: Choice,
  { has }: Project,
  { typed }: PackageManager,
): Site {
  const { name, port, env = '' } = framework;
  const config = host?.functionsOf && isBeside({ framework: name }) ? PLAIN_CONFIG : framework.config?.(has);
  const local = port === null ? [] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  return {
    ...answers,
    ...(proxy !== undefined && { proxy }),
    ledger,
    ...(host && { addresses: host.addresses }),
    ...(host?.functionsOf && { sleeps: true }),
    ...(config !== undefined && { config }),
    origins: [...new Set([answers.origin, ...local])],
    timeZone: ownTimeZone(),
    apiKey: newApiKey(),
    env: ledger === 'postgres' ? env + POSTGRES_ENV : env,
    typed,
    has,
  };
}
