import { analyze } from '../../../build/manifest/analyze.ts';
import { publicFace } from '../../../build/manifest/public-face.ts';
import type { Declaration, Manifest, Member, Named } from '../../../build/manifest/schema.ts';
import { blocks, code, escaped, table } from './markdown.ts';

/** What is not said again of each element: the class that all of the kind inherit from. */
const SHARED = 'ClaimElement';

/** Everything that each element takes, says and can be styled by, from the manifest of the elements. */
export function elementsReference(manifest: Manifest = publicFace(analyze())): string {
  const all = manifest.modules.flatMap(({ declarations }) => declarations);
  const shared = all.find(({ name }) => name === SHARED);
  const elements = all.filter(({ tagName }) => tagName);
  return blocks(
    '## All widgets that claim',
    ...(shared ? [faceOf(shared, () => true)] : []),
    ...elements.map((element) => {
      const own = element.superclass?.name === SHARED ? isOwnOf(shared) : () => true;
      return blocks(`## &lt;${element.tagName}&gt;`, paragraphs(element), faceOf(element, own));
    }),
  );
}

/** Whether an element says something of its own there: it has another description, or another default. */
function isOwnOf(shared: Declaration | undefined): (entry: Named, list: keyof Declaration) => boolean {
  return (entry, list) => {
    const inherited = shared?.[list];
    const same = Array.isArray(inherited) ? inherited.find(({ name }) => name === entry.name) : undefined;
    return same?.description !== entry.description || same?.default !== entry.default;
  };
}

function faceOf(element: Declaration, isOwn: (entry: Named, list: keyof Declaration) => boolean): string {
  const rows = (list: 'slots' | 'events' | 'cssParts' | 'cssProperties' | 'cssStates') =>
    (element[list] ?? []).filter((entry) => isOwn(entry, list));
  const members = (element.members ?? []).filter((member) => !member.static && isOwn(member, 'members'));
  const attributes = (element.attributes ?? []).filter((entry) => isOwn(entry, 'attributes'));
  const named = new Set(attributes.map(({ name }) => name));
  const properties = members.filter(({ kind, name }) => kind === 'field' && !named.has(name));
  const reflects = ({ name }: Named) =>
    element.members?.some((one) => one.attribute === name && one.reflects) ? 'yes' : '';
  const methods = members.filter(({ kind }) => kind === 'method');
  return blocks(
    titled(
      'Attributes',
      table(
        ['Attribute', 'Type', 'Default', 'Reflects', 'What it is'],
        attributes.map((one) => [...typed(one), reflects(one), describe(one)]),
      ),
    ),
    titled(
      'Properties',
      table(
        ['Property', 'Type', 'Default', 'What it is'],
        properties.map((one) => [...typed(one), describe(one)]),
      ),
    ),
    titled(
      'Events',
      table(
        ['Event', 'When'],
        rows('events').map((one) => [code(one.name), describe(one)]),
      ),
    ),
    titled(
      'Methods',
      table(
        ['Method', 'What it does'],
        methods.map((one) => [code(signature(one)), describe(one)]),
      ),
    ),
    titled(
      'Slots',
      table(
        ['Slot', 'What it is for'],
        rows('slots').map((one) => [one.name ? code(one.name) : 'no name', describe(one)]),
      ),
    ),
    titled(
      'States',
      table(
        ['State', 'When'],
        rows('cssStates').map((one) => [code(`:state(${one.name})`), describe(one)]),
      ),
    ),
    titled(
      'Parts',
      table(
        ['Part', 'What it is'],
        rows('cssParts').map((one) => [code(`::part(${one.name})`), describe(one)]),
      ),
    ),
    titled(
      'Custom properties',
      table(['Property', 'What it is'], rows('cssProperties').map(withDefault(({ name }) => name))),
    ),
  );
}

const titled = (title: string, content: string) => (content === '' ? '' : `**${title}**\n\n${content}`);

/** A boolean is false and anything else that is optional undefined where the element gives it no value at first. */
const typed = ({ name, type, default: given }: Named): string[] => {
  const text = type?.text ?? 'string';
  const usual = text === 'boolean' ? 'false' : text === 'string' ? "''" : '';
  const value = given ?? usual;
  return [code(name), code(text), value && code(value)];
};

const withDefault =
  (nameOf: (entry: Named) => string) =>
  (entry: Named): string[] => [
    code(nameOf(entry)),
    [describe(entry), entry.default && !/^''$/.test(entry.default) ? `Default: ${code(entry.default)}.` : '']
      .join(' ')
      .trim(),
  ];

const describe = ({ description = '' }: Named): string => escaped(description);

const paragraphs = ({ description = '' }: Declaration): string => escaped(description);

const signature = ({ name, parameters = [] }: Member): string =>
  `${name}(${parameters.map((one) => one.name).join(', ')})`;
