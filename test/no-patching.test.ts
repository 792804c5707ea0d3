import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** Where a file gives another object a method, or reaches for one that is protected, as the code there. */
function patchesIn(code: string, name: string): string[] {
  const found: string[] = [];
  const note = ({ start, end }: { start: number; end: number }) =>
    found.push(code.slice(start, end).split('\n')[0] ?? '');
  new Visitor({
    AssignmentExpression(node) {
      const { left, right } = node;
      if (left.type !== 'MemberExpression' || left.object.type === 'ThisExpression') return;
      const binds =
        right.type === 'CallExpression' &&
        right.callee.type === 'MemberExpression' &&
        right.callee.property.type === 'Identifier' &&
        right.callee.property.name === 'bind';
      if (binds || /^(Arrow)?FunctionExpression$/.test(right.type)) note(node);
    },
    CallExpression(node) {
      if (/^(Object|Reflect)\.defineProper(ty|ties)$/.test(code.slice(node.callee.start, node.callee.end))) note(node);
    },
    MemberExpression(node) {
      const ofClass = code.slice(node.object.start, node.object.end).endsWith('.prototype');
      const own = node.object.type === 'ThisExpression' || ofClass;
      const isName = node.property.type === 'Literal' && typeof node.property.value === 'string';
      // What stands in brackets though it is a plain name is protected.
      if (node.computed && isName && !own && !code.startsWith('headers', node.object.start)) note(node);
    },
  }).visit(parseSync(name, code).program);
  return found;
}

describe('the elements', () => {
  it('leave the methods of other objects as they are', () => {
    const files = globSync('elements/**/*.ts', { cwd: SOURCE });
    assert.ok(files.length > 100);
    const patches = files.flatMap((file) =>
      patchesIn(readFileSync(join(SOURCE, file), 'utf8'), file).map((code) => `src/${file}: ${code}`),
    );
    assert.deepEqual(patches, []);
  });

  for (const code of [
    'claims.look = (signal) => this.lookAsMember(signal);',
    'claims.ask = async function (path) {};',
    'claims.load = claims.load.bind(claims);',
    "Object.defineProperty(element, 'render', { value: render });",
    "element['performUpdate']();",
  ]) {
    it(`would not get away with ${code}`, () => assert.equal(patchesIn(code, 'x.ts').length, 1));
  }

  for (const code of ['this.look = () => {};', 'element.value = text;', "this['internals'].states.clear();"]) {
    it(`may do ${code}`, () => assert.deepEqual(patchesIn(code, 'x.ts'), []));
  }
});
