import type { Declaration, Manifest, Member, Module } from './schema.ts';

const INDEX = 'dist/elements/index.js';

/**
 * What of a manifest is there for users: what `elements/index.ts` exports and the classes that inherits from, with their
 * public members.
 */
export function publicFace({ schemaVersion, modules }: Manifest): Manifest {
  const declared = new Map(modules.flatMap(({ declarations }) => declarations.map((one) => [one.name, one])));
  const shown = new Set(modules.find(({ path }) => path === INDEX)?.exports.map(({ name }) => name));
  // The set grows while it is walked.
  for (const name of shown) {
    const superclass = declared.get(name)?.superclass?.name ?? '';
    if (declared.has(superclass)) shown.add(superclass);
  }
  const isPublic = ({ name, privacy = 'public', inheritedFrom }: Member) =>
    privacy === 'public' && /^\w/.test(name) && (!inheritedFrom || shown.has(inheritedFrom.name));

  const kept = modules.flatMap((module) => {
    const declarations = module.declarations
      .filter(({ name }) => shown.has(name))
      .map(({ customElement, members, ...rest }) => ({
        ...rest,
        // Tools take what is one for a tag, and for exported.
        ...(customElement && rest.tagName && { customElement }),
        ...(members && { members: members.filter(isPublic).map(callable) }),
      }));
    const exports = module.exports.filter(({ name }) => shown.has(name));
    const definitions = declarations.filter(({ tagName }) => tagName).map(definition(module));
    return declarations.length > 0 ? [{ ...module, declarations, exports }, ...definitions] : [];
  });
  return { schemaVersion, modules: kept };
}

/** The analyzer takes TypeScript's `this` for a parameter. */
const callable = ({ parameters, ...member }: Member): Member => ({
  ...member,
  ...(parameters && { parameters: parameters.filter(({ name }) => name !== 'this') }),
});

/** The module that registers an element of another. */
const definition =
  ({ path }: Module) =>
  ({ name, tagName = '' }: Declaration): Module => ({
    kind: 'javascript-module',
    path: path.replace(/\.js$/, '.define.js'),
    declarations: [],
    exports: [{ kind: 'custom-element-definition', name: tagName, declaration: { name, module: path } }],
  });
