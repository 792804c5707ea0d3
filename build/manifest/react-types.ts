import type { Declaration, Manifest, Named } from './schema.ts';

/**
 * Types of the elements for JSX of React 19, which sets their attributes and listens to their events (as `onrewards-…`)
 * without a wrapper.
 */
export function reactTypes({ modules }: Manifest): string {
  const declarations = modules.flatMap((module) => module.declarations);
  const elements = declarations.filter(({ tagName }) => tagName);
  const ours = new Set(declarations.map(({ name }) => name));
  const events = (element: Declaration) => (element.events ?? []).filter(({ type }) => ours.has(type?.text ?? ''));
  const typed = [...elements.flatMap(events), ...elements.flatMap(({ attributes = [] }) => attributes)];
  // Names of types begin with a capital letter, and texts in quotes are values.
  const named = typed.flatMap(({ type }) => type?.text.replace(/'[^']*'/g, '').match(/\b[A-Z]\w*/g) ?? []);
  const used = new Set([...elements.map(({ name }) => name), ...named]);
  const tags = elements.map((element) => {
    const attributes = (element.attributes ?? []).map((one) => property(one.name, one.type?.text ?? 'string', one));
    const handlers = events(element).map((one) => property(`on${one.name}`, `(event: ${one.type?.text}) => void`, one));
    return `${doc(element)}'${element.tagName}': Props<${element.name}, {\n${[...attributes, ...handlers].join('\n')}\n}>;`;
  });
  return `import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ${[...used].toSorted().join(', ')} } from './index.js';

type Props<Element extends HTMLElement, Own> = DetailedHTMLProps<HTMLAttributes<Element>, Element> & Own;

declare module 'react' {
namespace JSX {
interface IntrinsicElements {
${tags.join('\n')}
}
}
}
`;
}

const property = (name: string, type: string, documented: Named) => `${doc(documented)}'${name}'?: ${type};`;

const doc = ({ description = '' }: { description?: string }) => `/** ${description.replaceAll('\n', ' ')} */\n`;
