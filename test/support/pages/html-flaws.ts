import { defaultTreeAdapter, type DefaultTreeAdapterMap, parse } from 'parse5';
import { type Element, elementsIn } from './html-elements.ts';

const HEADING = /^h[1-6]$/;
/** A button, which may contain no headings, links or other buttons. */
const isButton = (element: Element) => element.tagName === 'button' || attribute(element, 'role') === 'button';

/** What is wrong with a page as a server sends it, in one line each: what readers, search engines and assistive technology need. */
export function htmlFlaws(html: string): string[] {
  const flaws: string[] = [];
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine, startCol }) => flaws.push(`${startLine}:${startCol} ${code}`),
  });
  const elements = [...elementsIn(document)];
  const named = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const meta = (name: string) =>
    named('meta').find((one) => attribute(one, 'name') === name && attribute(one, 'content')?.trim());

  if (!attribute(named('html')[0], 'lang')) flaws.push('has no language');
  if (!textOf(named('title')[0])) flaws.push('has no title');
  for (const name of ['description', 'viewport']) if (!meta(name)) flaws.push(`has no ${name}`);
  flaws.push(...repeated(elements.flatMap((one) => attribute(one, 'id') ?? [])).map((id) => `has the id ${id} twice`));
  for (const image of named('img')) {
    if (attribute(image, 'alt') === undefined) flaws.push(`says nothing in place of ${attribute(image, 'src')}`);
  }
  for (const element of elements.filter(isButton)) {
    const inside = [...elementsIn(element)].find(
      (one) => HEADING.test(one.tagName) || one.tagName === 'a' || isButton(one),
    );
    if (inside) flaws.push(`has <${inside.tagName}> in a button: ${textOf(element)}`);
  }
  return [...flaws, ...headingFlaws(document)];
}

/** What is wrong with the order of its headings. A page that is drawn by its script has none yet, which is no flaw. */
function headingFlaws(document: DefaultTreeAdapterMap['document']): string[] {
  const headings = [...elementsIn(document, ({ tagName }) => tagName !== 'nav')].filter(({ tagName }) =>
    HEADING.test(tagName),
  );
  if (headings.length === 0) return [];
  const levels = headings.map(({ tagName }) => Number(tagName[1]));
  const skipped = levels.flatMap((level, at) =>
    level > (levels[at - 1] ?? 0) + 1 ? `has <h${level}> below <h${levels[at - 1] ?? 0}>: ${textOf(headings[at])}` : [],
  );
  const first = levels.filter((level) => level === 1).length;
  return first === 1 ? skipped : [`has ${first} headings of the first level`, ...skipped];
}

function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((one) => one.name === name)?.value;
}

function textOf(node: DefaultTreeAdapterMap['parentNode'] | undefined): string {
  if (!node) return '';
  const texts = defaultTreeAdapter.getChildNodes(node).map((child) => {
    if (defaultTreeAdapter.isTextNode(child)) return child.value;
    return defaultTreeAdapter.isElementNode(child) ? textOf(child) : '';
  });
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}
