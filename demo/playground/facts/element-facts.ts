import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { analyze } from '../../../build/manifest/analyze.ts';
import { publicFace } from '../../../build/manifest/public-face.ts';
import type { Attribute, Declaration, Named } from '../../../build/manifest/schema.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Facts, PropertyKind } from './facts.ts';

const THEMES = 'src/elements/themes';
const INTEGRITY = 'dist/cdn/integrity.json';

/** Reads the facts out of the elements' sources, and out of the build of their scripts where there is one. */
export function readFacts(): Facts {
  const { modules } = publicFace(analyze());
  const elements = modules
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ tagName, ...declaration }): [string, Declaration][] => (tagName ? [[tagName, declaration]] : []))
    .map(([tag, { name, description = '', attributes = [], cssProperties = [], events = [] }]) => ({
      tag,
      className: name,
      description: firstSentence(description),
      attributes: attributes.map(attribute),
      properties: cssProperties.map(property),
      events: events.map((event) => ({ name: event.name, type: event.type?.text ?? 'Event' })),
    }));
  const themes = readdirSync(THEMES).map((file) => file.replace('.css', ''));
  const integrity = integrityOf(elements.map(({ tag }) => `${tag}.js`));
  return { version: manifest.version, elements, themes: themes.toSorted(), integrity };
}

/** Those of all files, with the parts and the languages that a script loads by itself, would be nearly half of the playground. */
function integrityOf(files: readonly string[]): Record<string, string> {
  const all: Record<string, string> = existsSync(INTEGRITY) ? JSON.parse(readFileSync(INTEGRITY, 'utf8')) : {};
  return Object.fromEntries(Object.entries(all).filter(([file]) => files.includes(file)));
}

function attribute({ name, type, default: usual = '', description = '' }: Attribute) {
  return {
    name,
    boolean: type?.text === 'boolean',
    usual: usual.replaceAll("'", ''),
    description: firstSentence(description),
  };
}

function property({ name, default: usual = '', description = '' }: Named) {
  return { name, kind: kindOf(name, usual), usual, description: firstSentence(description) };
}

function kindOf(name: string, usual: string): PropertyKind {
  if (/^(light-dark|color-mix|#)/.test(usual)) return 'color';
  return /^[\d.]+(em|px)$/.test(usual) || name.endsWith('-padding') ? 'length' : 'text';
}

/** In one line, without the marks of code. */
function firstSentence(text: string): string {
  const [sentence] = /^.*?[.:](?=\s|$)/s.exec(text) ?? [text];
  return sentence.replace(/\s+/g, ' ').replaceAll('`', '').replace(/:$/, '.');
}
