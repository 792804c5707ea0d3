/** The parts of a custom elements manifest that we read or change: see its schema, version 1.0.0. */
export interface Manifest {
  schemaVersion: string;
  modules: Module[];
}

export interface Module {
  kind: 'javascript-module';
  path: string;
  declarations: Declaration[];
  exports: Export[];
}

export interface Export {
  kind: 'js' | 'custom-element-definition';
  name: string;
  declaration: Reference;
}

export interface Reference {
  name: string;
  module?: string;
  package?: string;
}

export interface Named {
  name: string;
  description?: string;
  type?: { text: string };
  default?: string;
  inheritedFrom?: Reference;
}

export interface Member extends Named {
  kind: 'field' | 'method';
  privacy?: 'public' | 'protected' | 'private';
  static?: boolean;
  readonly?: boolean;
  /** The name of the attribute that sets it. */
  attribute?: string;
  /** Whether the attribute follows what is set as a property. */
  reflects?: boolean;
  parameters?: Named[];
}

export interface Attribute extends Named {
  fieldName?: string;
}

/** A class, or anything else that a module declares; only what is a class has members. */
export interface Declaration {
  kind: string;
  name: string;
  description?: string;
  customElement?: boolean;
  tagName?: string;
  superclass?: Reference;
  members?: Member[];
  attributes?: Attribute[];
  slots?: Named[];
  events?: Named[];
  cssParts?: Named[];
  cssProperties?: Named[];
  cssStates?: Named[];
}
