import type { Declaration, Manifest, Member, Named } from './schema.ts';

/** How a framework's own types are told of tags that are not its own. */
interface Dialect {
  imports: string;
  /** What stands before and after the tags. */
  opening: string;
  closing: string;
  /** The type of a tag, whose own attributes and events are `Own`. */
  tag: string;
  /** The name under which a property is set that is no attribute. */
  property: (name: string) => string;
  /** The name under which an event is listened to. */
  event: (name: string) => string;
}

const inJsx = (module: string) => ({
  opening: `declare module '${module}' {\nnamespace JSX {\ninterface IntrinsicElements {`,
  closing: '}\n}\n}',
});
const same = (name: string) => name;
const capital = (name: string) => name.replace(/(?:^|-)(\w)/g, (_start, letter: string) => letter.toUpperCase());

/** Types that TypeScript has, and nobody imports. */
const BUILT_IN = new Set(['Partial']);

/**
 * Those whose templates are type-checked, by the name of the file. All of them set attributes and properties of a custom
 * element, and listen to its events, without a wrapper; React from 19 on.
 */
const DIALECTS: Record<string, Dialect> = {
  react: {
    ...inJsx('react'),
    imports: "import type { DetailedHTMLProps, HTMLAttributes } from 'react';",
    tag: 'DetailedHTMLProps<HTMLAttributes<Element>, Element> & Own',
    property: same,
    event: (name) => `on${name}`,
  },
  preact: {
    ...inJsx('preact'),
    imports: "import type { HTMLAttributes } from 'preact';",
    tag: 'HTMLAttributes<Element> & Own',
    property: same,
    event: (name) => `on${name}`,
  },
  solid: {
    ...inJsx('solid-js'),
    imports: "import type { JSX } from 'solid-js';",
    tag: 'JSX.HTMLAttributes<Element> & Own',
    property: (name) => `prop:${name}`,
    event: (name) => `on:${name}`,
  },
  svelte: {
    imports: "import type { HTMLAttributes } from 'svelte/elements';",
    opening: "declare module 'svelte/elements' {\ninterface SvelteHTMLElements {",
    closing: '}\n}',
    tag: 'HTMLAttributes<Element> & Own',
    property: same,
    event: (name) => `on${name}`,
  },
  vue: {
    imports: "import type { HTMLAttributes, PublicProps } from 'vue';",
    opening: "declare module 'vue' {\ninterface GlobalComponents {",
    closing: '}\n}',
    tag: 'new () => Element & { $props: HTMLAttributes & PublicProps & Own }',
    property: same,
    event: (name) => `on${capital(name)}`,
  },
};

/** Types of the elements in the templates of each framework: the texts, by the names of the files. */
export function frameworkTypes(manifest: Manifest): Record<string, string> {
  return Object.fromEntries(Object.entries(DIALECTS).map(([name, dialect]) => [name, typesIn(dialect, manifest)]));
}

function typesIn({ imports, opening, closing, tag, property, event }: Dialect, { modules }: Manifest): string {
  const declarations = modules.flatMap((module) => module.declarations);
  const elements = declarations.filter(({ tagName }) => tagName);
  const ours = new Set(declarations.map(({ name }) => name));
  const events = (element: Declaration) => (element.events ?? []).filter(({ type }) => ours.has(type?.text ?? ''));
  const properties = (element: Declaration) => (element.members ?? []).filter(isPropertyAlone);
  const all = (element: Declaration) => [
    ...(element.attributes ?? []).map((one) => entry(one.name, one.type?.text ?? 'string', one)),
    ...properties(element).map((one) => entry(property(one.name), one.type?.text ?? 'string', one)),
    ...events(element).map((one) => entry(event(one.name), `(event: ${one.type?.text}) => void`, one)),
  ];
  const typed = elements.flatMap((one) => [...events(one), ...(one.attributes ?? []), ...properties(one)]);
  // Names of types begin with a capital letter, and texts in quotes are values.
  const named = typed.flatMap(({ type }) => type?.text.replace(/'[^']*'/g, '').match(/\b[A-Z]\w*/g) ?? []);
  const used = new Set([...elements.map(({ name }) => name), ...named.filter((name) => !BUILT_IN.has(name))]);
  const tags = elements.map(
    (element) => `${doc(element)}'${element.tagName}': Tag<${element.name}, {\n${all(element).join('\n')}\n}>;`,
  );
  return `${imports}
import type { ${[...used].toSorted().join(', ')} } from './index.js';

type Tag<Element extends HTMLElement, Own> = ${tag};

${opening}
${tags.join('\n')}
${closing}
`;
}

/** Whether it can be set, and has no attribute. */
const isPropertyAlone = ({ kind, static: ofClass, readonly, attribute }: Member) =>
  kind === 'field' && !ofClass && !readonly && attribute === undefined;

const entry = (name: string, type: string, documented: Named) => `${doc(documented)}'${name}'?: ${type};`;

const doc = ({ description = '' }: { description?: string }) => `/** ${description.replaceAll('\n', ' ')} */\n`;
