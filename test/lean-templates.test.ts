import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flawsIn } from '../build/lean-templates.ts';

describe('the build of the files for script tags', () => {
  for (const [code, flaw] of [
    ["import { repeat } from 'lit/directives/repeat.js';", 'a directive (lit/directives/repeat.js)'],
    ["import { html, svg } from 'lit';", 'templates of svg'],
    ["import { html, noChange } from 'lit';", 'a value that stays as it was (noChange)'],
    ['html`<p><!-- ${one} --></p>`', 'a value in a comment'],
    ['html`<style>p { color: ${one} }</style>`', 'a value in raw text'],
    ['html`<textarea>${one}</textarea>`', 'a value in raw text'],
    ['html`<p class="a" ${one}></p>`', 'a value for a whole element'],
    ['html`<p class="a" .text=${one}></p>`', 'a value for a property'],
    ['html`<p @click=${this}></p>`', 'a listener that is no function'],
    ['html`${one.values()}`', 'a list that is no array'],
    ['class A { static properties = { a: { type: Object } } }', 'a property that is no text, number or boolean'],
    ['class A { static properties = { a: { state: true } } }', 'a property of a kind of its own'],
    ['class A { static properties = { a: {} }; get a() {} }', 'a declared property with accessors of its own (a)'],
    ['class A { willUpdate() {} }', 'a hook (willUpdate)'],
    ['class A { @state() a = 1 }', 'a decorator'],
  ] as const) {
    it(`refuses ${flaw}: ${code}`, () => assert.deepEqual(flawsIn(code, 'a.ts'), [flaw]));
  }

  it('takes what the elements have', () => {
    const code = `
      import { html, nothing, type TemplateResult } from 'lit';
      import type { Directive } from 'lit/directive.js';
      class A { static properties = { a: { type: Boolean, reflect: true }, b: { noAccessor: true } }; get b() {} }
      html\`<!-- a comment --><p class="a \${one}" ?hidden=\${two} @click=\${three}>\${four} \${five}</p><textarea></textarea>\${six}\`;
    `;
    assert.deepEqual(flawsIn(code, 'a.ts'), []);
  });
});
