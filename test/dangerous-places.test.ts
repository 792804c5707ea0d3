import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** Takes text for a script or a page. */
const OF_PAGES = /^(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|srcdoc|unsafeHTML|unsafeSVG|execCommand)$/;
const OF_CODE = /^(?:eval|Function)$/;
const OF_PROGRAMS = /^(?:node:)?(?:child_process|cluster|vm)$/;

/** What starts the running program once more, with the arguments that it was started with, and can start no other. */
const STARTS_ITSELF = "src/cli/serve/workers.ts: 'node:cluster'";

/** Where a file hands text to something that would carry it out, as the code there. */
function dangersIn(code: string, name: string): string[] {
  const found: string[] = [];
  const note = ({ start, end }: { start: number; end: number }) =>
    found.push(code.slice(start, end).split('\n')[0] ?? '');
  const noteCall = (node: { start: number; end: number; callee: { start: number; end: number } }) => {
    const callee = code.slice(node.callee.start, node.callee.end).replace(/^(?:globalThis|window)\./, '');
    if (OF_CODE.test(callee) || /^document\.write(?:ln)?$/.test(callee)) note(node);
  };
  new Visitor({
    CallExpression: noteCall,
    NewExpression: noteCall,
    Identifier(node) {
      if (OF_PAGES.test(node.name)) note(node);
    },
    Literal(node) {
      if (typeof node.value === 'string' && (OF_PROGRAMS.test(node.value) || OF_PAGES.test(node.value))) note(node);
    },
  }).visit(parseSync(name, code).program);
  return found;
}

describe('the source', () => {
  it('evaluates no text, writes none into a page as HTML, and starts no other program', () => {
    const files = globSync('**/*.ts', { cwd: SOURCE });
    assert.ok(files.length > 300);
    const dangers = files.flatMap((file) =>
      dangersIn(readFileSync(join(SOURCE, file), 'utf8'), file).map((code) => `src/${file}: ${code}`),
    );
    assert.deepEqual(dangers, [STARTS_ITSELF]);
  });

  for (const code of [
    'eval(text);',
    "new Function('a', text);",
    'globalThis.eval(text);',
    'document.write(text);',
    'element.innerHTML = text;',
    "element['outerHTML'] = text;",
    "element.insertAdjacentHTML('beforeend', text);",
    "import { exec } from 'node:child_process';",
    "const { exec } = await import('child_process');",
    "import { unsafeHTML } from 'lit/directives/unsafe-html.js';",
  ]) {
    it(`would not get away with ${code}`, () => assert.notEqual(dangersIn(code, 'x.ts').length, 0));
  }

  it('may name what is like it', () => {
    assert.deepEqual(
      dangersIn('element.textContent = text; const made: Function = run; stream.write(text);', 'x.ts'),
      [],
    );
  });
});
