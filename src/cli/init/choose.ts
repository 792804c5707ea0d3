import { closest } from '../../common/closest.ts';
import { PROXY_URL } from '../serve/serve.ts';
import { type OptionValues, UsageError } from '../command.ts';
import { type AnswerName, answerProblem, type Answers, readAnswer } from './answers.ts';
import type { LedgerKind } from './templates/ledger-code.ts';
import { type Host, HOSTS } from './hosts/index.ts';
import { type Framework, FRAMEWORKS } from './frameworks/index.ts';
import type { Prompt, Question, Selection, Terminal } from './prompt.ts';

const NAMES = FRAMEWORKS.map(({ name }) => name);
const QUESTIONS: Record<AnswerName, string> = {
  title: 'What visitors read above the button',
  action: 'Its name in the config',
  points: 'Points for a check-in',
  origin: 'Where visitors see your site',
};
const WANTED = ['title', 'action', 'points', 'origin'] as const;

/** Who answers the questions. */
type Asked = Pick<Prompt, 'ask' | 'choose'>;

const AS_USUAL: Asked = { ask: async ({ usual }) => usual, choose: async ({ usual }) => usual };

/** What the owner decided. */
export interface Choice {
  framework: Framework;
  answers: Answers;
  ledger: LedgerKind;
  /** Where it is put in front of visitors, if that was said. */
  host?: Host;
  /** Where browsers reach the proxy, if it does not answer on the site itself. */
  proxy?: string;
}

/**
 * What the options say, and for what they leave out the answers to questions; with `--yes`, what is usual. `terminal` is null
 * where nobody can be asked, and `madeWith` what the project is made with, if that is known. Throws `UsageError`, before any question where an option is wrong.
 */
export async function choose(
  options: OptionValues,
  terminal: Terminal | null,
  madeWith: Framework | null = null,
): Promise<Choice> {
  for (const name of WANTED) {
    const problem = options[name] === undefined ? null : answerProblem(name, options[name]);
    if (problem !== null) throw new UsageError(`--${name} ${problem}`);
  }
  const wrongProxy = options['proxy'] === undefined ? null : proxyProblem(options['proxy']);
  if (wrongProxy !== null) throw new UsageError(`--proxy ${wrongProxy}`);
  const host = options['host'] === undefined ? null : hostOf(options['host']);
  // A site that wants no more than a proxy beside it goes with whatever the host takes.
  const found = madeWith?.proxyBeside && !kindsFor(host).includes(madeWith.name) ? null : madeWith;
  // Whoever names a proxy's address wants it beside the site, whatever that is made with.
  const beside = options['proxy'] === undefined ? null : kindBeside(host);
  const given =
    options['framework'] === undefined ? (beside ?? onlyKindFor(host, found)) : frameworkOf(options['framework']);
  if (given && !given.proxyBeside && options['proxy'] !== undefined)
    throw new UsageError(`--proxy is for a proxy beside the site: with ${given.name} it answers on the site itself`);
  requireLedger(options['ledger'], given);
  const known = { host, given, found };
  if (options['yes'] !== undefined) return decide(options, AS_USUAL, known);

  const missing = [...(given ? [] : ['framework']), ...WANTED.filter((name) => options[name] === undefined)];
  if (missing.length === 0) return decide(options, AS_USUAL, known);
  if (terminal === null) {
    const flags = missing.map((name) => `--${name}`).join(', ');
    throw new UsageError(
      `there is nobody to ask here: give ${flags}, or --yes for what is usual. See rewards init --help`,
    );
  }
  const { Prompt } = await import('./prompt.ts');
  return decide(options, new Prompt(terminal), known);
}

/** What is known before anything is asked. */
interface Known {
  /** Where it is to run, if that was said. */
  host: Host | null;
  /** The kind of site that the options name. */
  given: Framework | null;
  /** What the project is made with. */
  found: Framework | null;
}

async function decide(options: OptionValues, asked: Asked, known: Known): Promise<Choice> {
  const framework = known.given ?? frameworkOf(await asked.choose(kindQuestion(known)));
  const host = hostFor(framework, known.host);
  const usual: Record<AnswerName, string> = {
    title: 'Daily check-in',
    action: 'daily',
    points: '10',
    origin: `http://localhost:${framework.port ?? 3000}`,
  };
  const answers: Answers = { title: '', action: '', points: 0, origin: '' };
  for (const key of WANTED) {
    const question = { text: QUESTIONS[key], usual: usual[key], problem: (text: string) => answerProblem(key, text) };
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    Object.assign(answers, readAnswer(key, options[key] ?? (await asked.ask(question))));
  }
  const ledger = framework.choosesLedger ? await ledgerOf(options, asked, host) : 'sqlite';
  const chosen = { framework, answers, ledger, ...(host && { host }) };
  if (!framework.proxyBeside) return chosen;
  const ofSite = host?.hasPages && answers.origin.startsWith('https:') ? `${answers.origin}/rewards` : null;
  const proxy = options['proxy'] ?? (await asked.ask({ ...PROXY_QUESTION, usual: ofSite ?? PROXY_QUESTION.usual }));
  return { ...chosen, proxy };
}

/** The kinds of sites that are put on the host as they are written, the usual one first. */
function kindsFor(host: Host | null): readonly string[] {
  if (host === null) return NAMES;
  return host.functionsOf ?? FRAMEWORKS.filter(({ command }) => command).map(({ name }) => name);
}

/** The one kind of site that the host takes, if the project is no other; null if there is a choice. */
function onlyKindFor(host: Host | null, found: Framework | null): Framework | null {
  const [only = '', ...others] = kindsFor(host);
  return found === null && others.length === 0 ? frameworkOf(only) : null;
}

/** The kind of site that has its proxy beside it, if the host takes that. */
function kindBeside(host: Host | null): Framework | null {
  const kinds = kindsFor(host);
  return FRAMEWORKS.find(({ name, proxyBeside }) => proxyBeside && kinds.includes(name)) ?? null;
}

/** The host that was named, or the one that the kind of site is made for. Throws `UsageError` if the host cannot run what is written as it is. */
function hostFor({ name, label }: Framework, host: Host | null): Host | undefined {
  if (host === null) return HOSTS.find((one) => one.name === name);
  const kinds = kindsFor(host);
  if (kinds.includes(name)) return host;
  const runs = host.functionsOf ? 'functions, and' : 'servers that need no build, and';
  throw new UsageError(
    `--host ${host.name} runs ${runs} takes ${kinds.join(', ')}: for ${name}, see what the manual of ${label} says of it`,
  );
}

function hostOf(name: string): Host {
  const host = HOSTS.find((one) => one.name === name);
  if (host) return host;
  throw new UsageError(`--host must be one of ${HOSTS.map((one) => one.name).join(', ')}, not ${name}`);
}

async function ledgerOf(options: OptionValues, asked: Asked, host?: Host): Promise<LedgerKind> {
  if (host && !host.keepsFiles) {
    if (options['ledger'] !== 'sqlite') return 'postgres';
    throw new UsageError(
      `--ledger must be postgres with --host ${host.name}: its disk does not last, and what forgets who was paid pays everybody again`,
    );
  }
  const chosen = options['ledger'] ?? (await asked.choose(LEDGER_QUESTION));
  return chosen === 'postgres' ? 'postgres' : 'sqlite';
}

const LEDGER_QUESTION: Selection = {
  text: 'Where to keep who was rewarded (what forgets it pays everybody again)',
  usual: 'sqlite',
  options: [
    { value: 'sqlite', hint: 'a file, for one server with a disk that lasts' },
    { value: 'postgres', hint: 'a host that empties its disk, or several servers' },
  ],
};

const PROXY_QUESTION: Question = {
  text: 'Where browsers reach the proxy',
  usual: `${PROXY_URL}/rewards`,
  problem: proxyProblem,
};

function requireLedger(ledger: string | undefined, framework: Framework | null): void {
  if (ledger === undefined) return;
  const names = LEDGER_QUESTION.options.map(({ value }) => value);
  if (!names.includes(ledger)) throw new UsageError(`--ledger must be ${names.join(' or ')}, not ${ledger}`);
  if (framework?.choosesLedger === false)
    throw new UsageError(`--ledger cannot be chosen with ${framework.name}, which keeps its ledger itself`);
}

/** What is wrong with the address of a proxy; null if it can be used. */
function proxyProblem(text: string): string | null {
  const url = URL.parse(text);
  const whole = url !== null && /^https?:$/.test(url.protocol) && url.pathname !== '/' && url.search + url.hash === '';
  return whole
    ? null
    : 'must be a whole address with the path of the proxy, such as https://rewards.example.org/rewards';
}

/** Asks for the kind of site, among those that the host takes; what the project is made with is first, whatever the host says of it. */
function kindQuestion({ host, found }: Known): Selection {
  const kinds = kindsFor(host);
  return {
    text: 'What is the site made with',
    usual: found?.name ?? kinds[0] ?? 'node',
    options: FRAMEWORKS.filter((one) => one === found || kinds.includes(one.name)).map(({ name, label }) => ({
      value: name,
      hint: label,
    })),
  };
}

function frameworkOf(text: string): Framework {
  const framework = FRAMEWORKS.find(({ name }) => name === text);
  if (framework) return framework;
  const meant = closest(text, NAMES);
  throw new UsageError(
    `--framework must be one of ${NAMES.join(', ')}, not ${text}${meant ? ` (did you mean ${meant}?)` : ''}`,
  );
}
