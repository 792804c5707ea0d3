import { type ESTree, parseSync, type Plugin, Visitor } from 'vite';

/** Where a value is put into a template. */
const HOLE = '\0';

/** What the templates and properties of the elements may not have, with what the build says of it. */
const TEMPLATE_FLAWS: [RegExp, string][] = [
  [/<!--(?:(?!-->)[^])*\0/, 'a value in a comment'],
  [/<(script|style|textarea|title)\b[^>]*>(?:(?!<\/\1)[^])*\0/i, 'a value in raw text'],
  [/<[a-z](?:[^<>"]|"[^"]*")*\s\0/i, 'a value for a whole element'],
  [/<[a-z](?:[^<>"]|"[^"]*")*\s\.[\w-]+="?\0/i, 'a value for a property'],
];

/** A listener that is no function, where the text before it is an event's. */
const isNoFunction = (value: string, before = ''): boolean =>
  /\s@[\w-]+="?$/.test(before) && /^(?:this$|\{)/.test(value);

/** A value that is a list and no array. */
const NO_ARRAY = /\.(?:entries|keys|values)\(\)$|^new (?:Map|Set)\b/;

/** What Lit asks of an element around an update. */
const HOOK = /^(?:shouldUpdate|willUpdate|getUpdateComplete)$/;

/**
 * Has the build fail where an element has what `leanLit` leaves out of Lit, and says what: so nobody has to know it. What is
 * left out beside that is of no use to a template.
 */
export function leanTemplates(): Plugin {
  return {
    name: 'lean-templates',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/elements\/.*\.ts$/ },
      handler(code, id) {
        for (const flaw of flawsIn(code, id)) {
          this.error(`${id} has ${flaw}, which the files for script tags leave out of Lit (build/lean-lit.ts)`);
        }
      },
    },
  };
}

/** What a module has that those files cannot draw. */
export function flawsIn(code: string, id: string): string[] {
  const flaws: string[] = [];
  new Visitor({
    ImportDeclaration({ source: { value }, specifiers, importKind }) {
      if (importKind === 'type') return;
      if (/^lit(?:-html)?\/(?:async-)?directive/.test(value)) flaws.push(`a directive (${value})`);
      for (const { local } of specifiers) {
        if (value === 'lit' && /^(?:svg|mathml)$/.test(local.name)) flaws.push(`templates of ${local.name}`);
        if (value === 'lit' && local.name === 'noChange') flaws.push('a value that stays as it was (noChange)');
      }
    },
    TaggedTemplateExpression({ tag, quasi: { quasis, expressions } }) {
      if (tag.type !== 'Identifier' || tag.name !== 'html') return;
      const text = quasis.map(({ value }) => value.raw).join(HOLE);
      const values = expressions.map(({ start, end }) => code.slice(start, end));
      if (values.some((value) => NO_ARRAY.test(value))) flaws.push('a list that is no array');
      if (values.some((value, at) => isNoFunction(value, quasis[at]?.value.raw))) {
        flaws.push('a listener that is no function');
      }
      flaws.push(...TEMPLATE_FLAWS.filter(([flaw]) => flaw.test(text)).map(([, words]) => words));
    },
    Decorator: () => flaws.push('a decorator'),
    MethodDefinition({ key }) {
      if (key.type === 'Identifier' && HOOK.test(key.name)) flaws.push(`a hook (${key.name})`);
    },
    ClassBody({ body }) {
      const declared = body.find((member) => isCalled(member, 'properties'));
      if (declared?.type !== 'PropertyDefinition' || declared.value?.type !== 'ObjectExpression') return;
      for (const property of declared.value.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
        const { name } = property.key;
        const accessor = body.some((member) => member.type === 'MethodDefinition' && isCalled(member, name));
        if (accessor && !/\bnoAccessor: true\b/.test(code.slice(property.start, property.end))) {
          flaws.push(`a declared property with accessors of its own (${name})`);
        }
      }
    },
    PropertyDefinition({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'properties' || !value) return;
      const declared = code.slice(value.start, value.end);
      if (/\bconverter\b|type:\s*(?:Object|Array)\b/.test(declared)) {
        flaws.push('a property that is no text, number or boolean');
      }
      if (/\b(?:hasChanged|state)\s*:/.test(declared)) flaws.push('a property of a kind of its own');
    },
  }).visit(parseSync(id, code).program);
  return flaws;
}

const isCalled = (member: ESTree.ClassElement, name: string): boolean =>
  'key' in member && member.key.type === 'Identifier' && member.key.name === name;
