import { globSync, readFileSync } from 'node:fs';
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import { IDENTITY_MODES } from '../../src/contract/action.ts';
import type { Manifest, Member, Reference } from './schema.ts';

/** What an attribute's type stands for where it is a name: editors offer the values, and know nothing of the name. */
const NAMED_TYPES: Record<string, string> = {
  IdentityMode: IDENTITY_MODES.map((mode) => `'${mode}'`).join(' | '),
};

/** All that the sources of the elements say of themselves, what is internal included, at the paths of what is built. */
export function analyze(): Manifest {
  const files = globSync('src/elements/**/*.ts', { exclude: ['src/elements/locales/**', 'src/elements/debug*'] });
  const modules = files
    .toSorted()
    .map((file) => ts.createSourceFile(file, untagged(readFileSync(file, 'utf8')), ts.ScriptTarget.ES2022, true));
  const told = JSON.stringify(create({ modules, plugins: litPlugin() }));
  const manifest: Manifest = JSON.parse(told, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const named = key === 'text' ? NAMED_TYPES[value] : undefined;
    return named ?? value.replace(/^\/?src\/(elements\/.*)\.ts$/, 'dist/$1.js');
  });
  return withOverrides(manifest);
}

/** Without the tags that tell tools of the declarations alone what attributes are named: the analyzer adds them to those that it finds. */
const untagged = (source: string): string => source.replaceAll(/ @attr [\w-]+/g, '');

/** A getter that a class overrides for everybody. */
const PUBLIC_GETTER = /^ {2}override get (\w+)\(\): (.+) \{$/gm;

/** The analyzer gives a member that is overridden the privacy and the type of the base: it has those of the override here. */
function withOverrides({ schemaVersion, modules }: Manifest): Manifest {
  const classes = new Map(
    modules.flatMap(({ path, declarations }) => declarations.map((one) => [one.name, { ...one, path }])),
  );
  const getters = new Map(modules.map(({ path }) => [path, gettersIn(path)]));
  /** The override that counts for a class: its own, or that of the nearest class above. */
  const overrideOf = (name: string | undefined, member: string): (Reference & { type: string }) | undefined => {
    const found = classes.get(name ?? '');
    if (!found) return undefined;
    const type = getters.get(found.path)?.get(member);
    return type === undefined
      ? overrideOf(found.superclass?.name, member)
      : { name: found.name, module: found.path, type };
  };
  const faced = (owner: string, member: Member): Member => {
    const override = overrideOf(owner, member.name);
    if (!override) return member;
    const { privacy: _, inheritedFrom: __, ...rest } = member;
    const { type, ...home } = override;
    return { ...rest, type: { text: type }, ...(home.name !== owner && { inheritedFrom: home }) };
  };
  return {
    schemaVersion,
    modules: modules.map((module) => ({
      ...module,
      declarations: module.declarations.map(({ members, ...rest }) => ({
        ...rest,
        ...(members && { members: members.map((member) => faced(rest.name, member)) }),
      })),
    })),
  };
}

/** The types of the getters that the source of a module overrides for everybody, by their names. */
function gettersIn(path: string): Map<string, string> {
  const source = path.replace(/^dist\/(.*)\.js$/, 'src/$1.ts');
  const found = readFileSync(source, 'utf8').matchAll(PUBLIC_GETTER);
  return new Map(Array.from(found, ([, name = '', type = '']) => [name, type]));
}
