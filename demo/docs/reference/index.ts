/**
 * The parts of the documentation that are made from the code, so that they cannot be out of date. A page has one where it
 * says `<!-- generated: name -->`. May import anything of ours; only the documentation and its tests import it.
 */
import { commandsReference } from './commands.ts';
import { configReference } from './config.ts';
import { elementsReference } from './elements.ts';
import { httpApiReference } from './http-api.ts';
import { formalLocalesReference, localesReference } from './locales.ts';
import { presetsReference } from './fault-presets.ts';
import { recipes } from './recipes.ts';

/** The texts in Markdown, by the names that pages give them. */
export function generatedTexts(): ReadonlyMap<string, string> {
  return new Map([
    ['elements', elementsReference()],
    ['config', configReference()],
    ['http-api', httpApiReference()],
    ['commands', commandsReference()],
    ['faults', presetsReference()],
    ['locales', localesReference()],
    ['formal-locales', formalLocalesReference()],
    ...recipes(),
  ]);
}

/**
 * The page with its generated parts, in place of what is said to who reads its source: all up to `<!-- /generated -->`.
 * Throws where it asks for one that there is not.
 */
export function withGenerated(page: string, texts: ReadonlyMap<string, string>): string {
  return page.replace(
    /<!-- generated: ([\w -]+?) -->(?:(?:(?!<!--).)*<!-- \/generated -->)?/gs,
    (_comment, name: string) => {
      const text = texts.get(name);
      if (text === undefined)
        throw new Error(`there is no generated text '${name}'; there are ${[...texts.keys()].join(', ')}`);
      return text;
    },
  );
}
