import { closest } from '../../common/closest.ts';
import { type OptionValues, UsageError } from '../command.ts';
import { type AnswerName, answerProblem, type Answers, readAnswer } from './answers.ts';
import { type Framework, FRAMEWORKS } from './frameworks/index.ts';
import { Prompt, type Question, type Terminal } from './prompt.ts';

const NAMES = FRAMEWORKS.map(({ name }) => name);
const QUESTIONS: Record<AnswerName, string> = {
  title: 'What visitors read above the button',
  action: 'Its name in the config',
  points: 'Points for a check-in',
  origin: 'Where visitors see your site',
};
const WANTED = ['title', 'action', 'points', 'origin'] as const;

/** What the owner decided. */
export interface Choice {
  framework: Framework;
  answers: Answers;
}

/**
 * What the options say, and for what they leave out the answers to questions; with `--yes`, what is usual. `terminal` is null
 * where nobody can be asked. Throws `UsageError`, before any question where an option is wrong.
 */
export async function choose(options: OptionValues, terminal: Terminal | null): Promise<Choice> {
  for (const name of WANTED) {
    const problem = options[name] === undefined ? null : answerProblem(name, options[name]);
    if (problem !== null) throw new UsageError(`--${name} ${problem}`);
  }
  if (options['framework'] !== undefined) frameworkOf(options['framework']);
  if (options['yes'] !== undefined) return decide(options, async ({ usual }) => usual);

  const missing = ['framework', ...WANTED].filter((name) => options[name] === undefined);
  if (missing.length === 0) return decide(options, async ({ usual }) => usual);
  if (terminal === null) {
    const flags = missing.map((name) => `--${name}`).join(', ');
    throw new UsageError(
      `there is nobody to ask here: give ${flags}, or --yes for what is usual. See rewards init --help`,
    );
  }
  const prompt = new Prompt(terminal);
  try {
    if (missing.includes('framework')) terminal.output.write(`${listOfFrameworks()}\n`);
    return await decide(options, (question) => prompt.ask(question));
  } finally {
    prompt.close();
  }
}

async function decide(options: OptionValues, ask: (question: Question) => Promise<string>): Promise<Choice> {
  const name = options['framework'] ?? (await ask(FRAMEWORK_QUESTION));
  const framework = frameworkOf(name);
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
    Object.assign(answers, readAnswer(key, options[key] ?? (await ask(question))));
  }
  return { framework, answers };
}

const FRAMEWORK_QUESTION: Question = {
  text: 'What is the site made with',
  usual: 'node',
  problem: (answer) => (find(answer) ? null : `must be one of ${NAMES.join(', ')}, or its number`),
};

function listOfFrameworks(): string {
  return FRAMEWORKS.map(({ name, label }, at) => `  ${String(at + 1).padStart(2)}  ${name.padEnd(12)}${label}`).join(
    '\n',
  );
}

/** By its name, or by its place in the list. */
function find(text: string): Framework | undefined {
  return FRAMEWORKS.find(({ name }, at) => text === name || text === String(at + 1));
}

function frameworkOf(text: string): Framework {
  const framework = find(text);
  if (framework) return framework;
  const meant = closest(text, NAMES);
  throw new UsageError(
    `--framework must be one of ${NAMES.join(', ')}, not ${text}${meant ? ` (did you mean ${meant}?)` : ''}`,
  );
}
