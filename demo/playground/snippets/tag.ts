import { type ElementFacts, type Facts, factsOf } from '../facts/facts.ts';
import { actionOf, endpointOf, type Settings } from '../settings.ts';

/** An element as a snippet writes it, in whatever language. */
export interface Tag {
  name: string;
  /** Its module: `checkin` of `rewards-elements/elements/checkin`. */
  module: string;
  facts: ElementFacts;
  /** In the order to be written; true for a boolean one. */
  attributes: [name: string, value: string | true][];
  /** Declarations for its `style`. */
  styles: [property: string, value: string][];
}

const COMPANION = 'rewards-checkin';

/**
 * What the settings put on a page: the element, and behind a field for the member's id a check-in, since the field
 * does nothing by itself.
 */
export function tagsOf(settings: Settings, facts: Facts): Tag[] {
  const first = tagOf(settings, facts);
  if (settings.element !== 'rewards-member') return [first];
  const { lang } = settings.attributes;
  const companion = { ...settings, element: COMPANION, attributes: lang === undefined ? {} : { lang } };
  const shared = factsOf(facts, COMPANION).properties;
  const properties = Object.entries(settings.properties).filter(([name]) => shared.some((one) => one.name === name));
  return [first, tagOf({ ...companion, properties: Object.fromEntries(properties) }, facts)];
}

function tagOf(settings: Settings, facts: Facts): Tag {
  const { element, trust, attributes, properties, scheme, dir } = settings;
  const own = factsOf(facts, element);
  const has = (name: string) => own.attributes.some((one) => one.name === name);
  const all: Tag['attributes'] = [
    ...(has('endpoint') ? [['endpoint', endpointOf(settings)] satisfies [string, string]] : []),
    ...(has('action') ? [['action', actionOf(settings)] satisfies [string, string]] : []),
    ...(has('identity') && trust !== 'typed' ? [['identity', trust] satisfies [string, string]] : []),
    ...Object.entries(attributes).filter(([name]) => name !== 'endpoint' && name !== 'action'),
    ...(dir === 'auto' ? [] : [['dir', dir] satisfies [string, string]]),
  ];
  return {
    name: element,
    module: element.replace('rewards-', ''),
    facts: own,
    attributes: all,
    styles: [
      ...(scheme === 'auto' ? [] : [['color-scheme', scheme] satisfies [string, string]]),
      ...Object.entries(properties),
    ],
  };
}

/** The declarations as the text of a `style` attribute. */
export function styleText({ styles }: Tag): string {
  return styles.map(([property, value]) => `${property}: ${value}`).join('; ');
}

/** Whether the site's server signs tokens for its members, which the page then has to fetch. */
export function fetchesToken({ trust, attributes }: Settings): boolean {
  return trust === 'signed' && attributes['member-token'] === undefined;
}

/** Lines with a tag's attributes between them where they would be too long for one. */
export function tagText(
  name: string,
  attributes: readonly string[],
  { indent = '', selfClosing = false } = {},
): string {
  const end = selfClosing ? ' />' : `></${name}>`;
  const line = `${indent}<${[name, ...attributes].join(' ')}${end}`;
  if (line.length <= 90) return line;
  const inside = attributes.map((one) => `${indent}  ${one}`).join('\n');
  return `${indent}<${name}\n${inside}\n${indent}${end.trimStart()}`;
}

/** The modules that a bundler is to load: what registers the elements, and the theme. */
export function imports(tags: readonly Tag[], theme: string): string[] {
  return [
    ...tags.map(({ module }) => `import 'rewards-elements/elements/${module}/define';`),
    ...(theme === '' ? [] : [`import 'rewards-elements/themes/${theme}.css';`]),
  ];
}
