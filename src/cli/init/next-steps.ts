import { HARBOUR_LIGHTS } from '../../emulator/index.ts';
import { EMULATOR_URL } from '../emulate.ts';
import { isMadeWith, isWebRoot } from './found-framework.ts';
import { COPY_SCRIPTS } from './public-script.ts';
import type { Framework } from './frameworks/index.ts';
import type { Host, Served } from './hosts/host.ts';
import type { OwnersFiles } from './owners-files.ts';
import type { PackageManager } from './package-manager.ts';
import type { Project } from './project.ts';
import { shellWord } from './shell-word.ts';
import type { Site } from './site.ts';
import { localPort, startCommand } from './start-command.ts';

/** What every site needs: its proxy. Pages that don't take the element from a CDN need more. */
const OWN = 'rewards-proxy';

const LEDGER =
  'rewards.db is the ledger: it knows who was paid. Wherever else the site is to run, npx rewards ledger create makes one, once.';

const POSTGRES =
  'Before that, put the address of an empty PostgreSQL database into .env, as REWARDS_DB: the ledger is made in it, once.';

const OWN_SCRIPTS =
  "rewards-elements was installed from a file, so no CDN has its scripts: put the folder public/rewards-elements among your site's files, too.";

const WEB_ROOT =
  'This folder has an index.html. If a web server sends the whole folder to visitors, they can also read .env and rewards.db: the\nproxy then belongs in a folder of its own (npx rewards init --dir ../rewards), and .env and rewards.db do not belong here.';

const COMPILER_OPTIONS =
  'Node runs these files as they are, so their imports end with .ts, which tsc takes with this among the compilerOptions of\ntsconfig.json: "rewriteRelativeImportExtensions": true, "types": ["node"]';

const REQUIRE =
  "npm pkg set type=module makes modules of the project's own .js files, too. If they use require, type npm pkg delete type\ninstead: Node then sees by itself what is a module, and require takes it.";

export interface Written {
  /** Where the files are, from the folder that the command was called in; empty if it is that one. */
  folder: string;
  files: readonly string[];
  env: OwnersFiles['env'];
  framework: Framework;
  site: Site;
  project: Project;
  packageManager: PackageManager;
  /** What was added to the scripts of package.json, by name. */
  scripts: readonly string[];
  /** The program that has the site's port now, if one has and that is known. */
  portOwner: string | null;
  /** Where it is put in front of visitors, if that was said. */
  hosted?: { host: Host; served: Served };
}

/** What was written, and what to type to see it work. */
export function nextSteps({
  folder,
  files,
  env,
  framework,
  site,
  project,
  packageManager,
  scripts,
  portOwner,
  hosted,
}: Written): string {
  const { example = '.env.example' } = site;
  const { port, page, packages, types = [], plainNode, notes } = framework;
  const inPostgres = framework.choosesLedger && site.ledger === 'postgres';
  const opensLedger = framework.packages.length > 0 || hosted?.host.functionsOf !== undefined;
  const wanted = inPostgres && opensLedger ? ['pg'] : [];
  const missing = [OWN, ...packages, ...wanted].filter((name) => !project.dependsOn(name));
  const checksTypes = site.has('tsconfig.json');
  const missingTypes = checksTypes
    ? [...types, ...wanted.map((name) => `@types/${name}`)].filter((name) => !project.dependsOn(name))
    : [];
  const needsModules = plainNode && !project.modules;
  // A site that is there already is not started here, unless it is to be one of this machine.
  const pagesPort = port === null ? localPort(site.origin) : undefined;
  const pages = pagesPort === undefined ? [] : [`npx --yes serve --listen tcp://127.0.0.1:${pagesPort} public`];
  const commands = [
    ...(folder === '' ? [] : [`cd ${shellWord(folder)}`]),
    ...(missing.length > 0 ? [`${packageManager.add} ${missing.join(' ')}`] : []),
    ...(missingTypes.length > 0 ? [`${packageManager.addDev} ${missingTypes.join(' ')}`] : []),
    ...(needsModules ? ['npm pkg set type=module'] : []),
    ...(site.ownScripts ? [COPY_SCRIPTS] : []),
    ...(env === 'lacking' ? [`(echo; cat ${example}) >> .env`] : []),
    ...(inPostgres ? ['npx rewards ledger create --env .env'] : []),
    `npx rewards emulate --api-key ${env === 'complete' ? 'KEY' : site.apiKey}`,
    startCommand(framework, site),
    ...pages,
  ];
  const [member] = HARBOUR_LIGHTS.members ?? [];
  const who = member ? `${member.id} (${member.name})` : 'one of its members';
  const address = `${port === null ? site.origin : `http://localhost:${port}`}${page}`;
  const steps = [
    'Written:',
    ...files.map((file) => `  ${file}`),
    '',
    `To try it out, ${inTerminals(commands, pages.length > 0 ? 3 : 2)}:`,
    ...commands.map((command) => `  ${command}`),
    ...(needsModules && isMadeWith(framework, project) ? ['', REQUIRE] : []),
    ...(inPostgres ? ['', POSTGRES] : []),
    ...(env === 'complete' ? ['', `KEY is REWARDS_API_KEY of your .env, which stays as it is: see ${example}.`] : []),
    '',
    ...(port === null && pagesPort === undefined ? [published(page, site)] : []),
    `Then open ${address} and check in as ${who}.`,
    `The emulated community is at ${EMULATOR_URL}.`,
    ...(port !== null && portOwner !== null ? ['', takenText(port, portOwner, site)] : []),
    ...notes.flatMap((note) => ['', note]),
    ...(framework.proxyBeside && isWebRoot(project) ? ['', WEB_ROOT] : []),
    ...(site.ownScripts ? ['', OWN_SCRIPTS] : []),
    ...(plainNode && checksTypes ? ['', COMPILER_OPTIONS] : []),
    '',
    'For the real service, put its address and your key into .env, and start again.',
    'npx rewards doctor --env .env checks that all is in order.',
    ...(framework.choosesLedger && !inPostgres ? [LEDGER] : []),
    files.includes('.gitignore')
      ? '.gitignore keeps .env and rewards.db out of version control.'
      : 'Keep .env and rewards.db out of version control.',
    ...(scripts.length > 0 ? [scriptsText(scripts)] : []),
    ...(hosted ? liveSteps(hosted) : []),
  ].join('\n');
  return packageManager.typed(steps);
}

function takenText(port: number, owner: string, { config = 'rewards.config.ts' }: Site): string {
  const other = port + 1;
  return `Port ${port} is taken by ${owner}: stop that one, or start the site with the variable PORT=${other}, and put\n'http://localhost:${other}' into origins of ${config}.`;
}

/** How the commands are typed, of which the last ones keep running. */
function inTerminals({ length }: readonly string[], running: 2 | 3): string {
  return length === running
    ? 'each in a terminal of its own'
    : `the last ${running === 3 ? 'three' : 'two'} in a terminal each`;
}

/** What comes before the page can be opened where the site is on other machines. */
function published(page: string, { proxy }: Site): string {
  const reached = proxy === undefined ? '' : `, and have the proxy answer at ${proxy}`;
  return `Put public${page} among the files of your site${reached}.`;
}

function scriptsText(names: readonly string[]): string {
  return `package.json has ${names.length === 1 ? 'a new script' : 'new scripts'}: ${names.map((name) => `npm run ${name}`).join(', ')}.`;
}

function liveSteps({ host, served }: { host: Host; served: Served }): string[] {
  return ['', `To go live (${host.label}):`, ...host.steps(served).map((step) => `  ${step}`)];
}
