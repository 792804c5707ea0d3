/**
 * The parts of the documentation that are made from the code, so that they cannot be out of date. A page has one where it
 * says `<!-- generated: name -->`. May import anything of ours; only the documentation and its tests import it.
 */
import { apps } from './apps.ts';
import { commandsReference } from './commands.ts';
import { configReference } from './config.ts';
import { elementsReference } from './elements.ts';
import { httpApiReference, schemasReference } from './http-api.ts';
import { formalLocalesReference, localesReference } from './locales.ts';
import { presetsReference } from './fault-presets.ts';
import { hostRecipes, recipes } from './recipes.ts';
import { wordpressPlugin } from './wordpress.ts';

/** The texts in Markdown, by the names that pages give them. */
export function generatedTexts(): ReadonlyMap<string, string> {
  return new Map([
    ['elements', elementsReference()],
    ['config', configReference()],
    ['http-api', httpApiReference()],
    ['schemas', schemasReference()],
    ['commands', commandsReference()],
    ['faults', presetsReference()],
    ['locales', localesReference()],
    ['formal-locales', formalLocalesReference()],
    ...recipes(),
    ...hostRecipes(),
    ...apps(),
    ['wordpress', wordpressPlugin()],
  ]);
}

/** A part of a page that is made from the code, up to where it ends if it is written there. */
const PART = /<!-- generated: ([\w -]+?) -->(?:.*?<!-- \/generated -->)?/gs;

/** The page with its generated parts in place of the comments around them. Throws where it asks for one that there is not. */
export function withGenerated(page: string, texts: ReadonlyMap<string, string>): string {
  return page.replace(PART, (_part, name: string) => textNamed(name, texts));
}

/** The page with its generated parts as they are to stand in its source, between comments, for who reads it without the site. */
export function withWritten(page: string, texts: ReadonlyMap<string, string>): string {
  return page.replace(PART, (_part, name: string) =>
    [
      `<!-- generated: ${name} -->`,
      '<!-- prettier-ignore-start -->',
      '',
      textNamed(name, texts),
      '',
      '<!-- prettier-ignore-end -->',
      '<!-- /generated -->',
    ].join('\n'),
  );
}

function textNamed(name: string, texts: ReadonlyMap<string, string>): string {
  const text = texts.get(name);
  if (text !== undefined) return text;
  throw new Error(`there is no generated text '${name}'; there are ${[...texts.keys()].join(', ')}`);
}
