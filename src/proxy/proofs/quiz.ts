import type { QuizSettings } from './kinds.ts';
import { ok, type Proof } from './proof.ts';
import { digestOf, placesOf } from './words.ts';

/** Questions that must all be answered correctly. The visitor is not told which answer was wrong. */
export function quizProof({ questions }: QuizSettings): Proof {
  const asked = Object.entries(questions).map(([name, { answer }]) => ({
    name,
    digests: [answer].flat().map(digestOf),
  }));
  const names = asked.map(({ name }) => name);
  return ({ fields }) => {
    const right = asked.filter(({ name, digests }) => placesOf(fields[name], digests).length > 0);
    if (right.length === asked.length) return ok({ type: 'quiz', questions: names });
    return { kind: 'refuse', detail: 'Not all of the answers are right.', isAnswer: true };
  };
}
