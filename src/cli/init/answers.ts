import { ConfigError, readConfig } from '../../proxy/config/index.ts';
import { Secrets } from '../../proxy/monitoring/secrets.ts';

/** What the owner is asked about the site and its first action. Each is an option of the same name. */
export interface Answers {
  /** The action's name in the config. */
  action: string;
  title: string;
  points: number;
  /** The site's address, as browsers send it. */
  origin: string;
}

export type AnswerName = keyof Answers;

/** Where an answer stands in a config with the action `name`. */
const PATHS: Record<AnswerName, (name: string) => string> = {
  action: (name) => `actions.${name}`,
  title: (name) => `actions.${name}.title`,
  points: (name) => `actions.${name}.points`,
  origin: () => 'origins.0',
};

const SOUND: Answers = { action: 'daily', title: 'Daily check-in', points: 10, origin: 'https://example.org' };

/** What is wrong with an answer by the rules of the config, and how to fix it; null if it can be used. */
export function answerProblem(name: AnswerName, text: string): string | null {
  const { action, title, points, origin } = { ...SOUND, ...readAnswer(name, text) };
  const config = {
    service: { baseUrl: 'https://service.example', apiKey: 'unused' },
    origins: [origin],
    actions: { [action]: { title, repeats: 'daily', points, remark: title } },
  };
  try {
    readConfig(config, {}, new Secrets());
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const start = `${PATHS[name](action)}: `;
    const issue = error.issues.find((line) => line.startsWith(start));
    return issue?.slice(start.length) ?? `cannot be used (${error.issues.join('; ')})`;
  }
}

/** An answer as it was typed. What is no number becomes 0 points, which the config refuses. */
export function readAnswer(name: AnswerName, text: string): Partial<Answers> {
  return name === 'points' ? { points: /^\d+$/.test(text) ? Number(text) : 0 } : { [name]: text };
}
