/** What the elements say of themselves in the docs of their classes. */
export interface Facts {
  /** The package's. */
  version: string;
  elements: ElementFacts[];
  /** The looks that come ready-made, by the names of their files. */
  themes: string[];
  /** Of the elements' scripts for a CDN, by the names of their files, where they have been built. */
  integrity: Record<string, string>;
}

export interface ElementFacts {
  tag: string;
  className: string;
  description: string;
  attributes: AttributeFacts[];
  properties: PropertyFacts[];
  events: { name: string; type: string }[];
}

export interface AttributeFacts {
  name: string;
  boolean: boolean;
  /** The default; an empty text where there is none. */
  usual: string;
  description: string;
}

export type PropertyKind = 'color' | 'length' | 'text';

/** A custom property of CSS. `usual` is its default. */
export interface PropertyFacts {
  name: string;
  kind: PropertyKind;
  usual: string;
  description: string;
}

/** The facts of one element. Throws where there is no such tag. */
export function factsOf({ elements }: Facts, tag: string): ElementFacts {
  const found = elements.find((element) => element.tag === tag);
  if (!found) throw new Error(`there is no element ${tag}`);
  return found;
}
