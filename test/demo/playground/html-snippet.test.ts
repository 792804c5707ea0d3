import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { htmlSnippet } from '../../../demo/playground/snippets/html.ts';
import { readSettings } from '../../../demo/playground/settings.ts';
import { facts, SAMPLES } from './samples.ts';

const SCRIPT = /src="[^"]*\/dist\/cdn\/([\w-]+\.js)"\s+integrity="sha384-([^"]+)"\s+crossorigin="anonymous"/g;

it('is HTML that needs no mending, whatever is in it', () => {
  const flaws: string[] = [];
  for (const settings of SAMPLES)
    parseFragment(htmlSnippet(settings, facts), { onParseError: ({ code }) => flaws.push(code) });
  assert.deepEqual(flaws, []);
});

it('is read as the widget beside it, whatever is in an attribute', () => {
  const memberId = `"a" & <b> {c} &amp;`;
  const query = `element=role&member-id=${encodeURIComponent(memberId)}&theme=forest&trust=signed`;
  const { childNodes } = parseFragment(htmlSnippet(readSettings(query, facts).settings, facts));
  const elements = childNodes.filter((node): node is DefaultTreeAdapterTypes.Element =>
    defaultTreeAdapter.isElementNode(node),
  );
  const attributesOf = (tag: string) =>
    elements.filter(({ tagName }) => tagName === tag).map(({ attrs }) => attrs.map(({ name, value }) => [name, value]));
  assert.deepEqual(attributesOf('rewards-role'), [
    [
      ['endpoint', 'https://rewards.example.org/rewards'],
      ['action', 'crew'],
      ['identity', 'signed'],
      ['member-id', memberId],
    ],
  ]);
  assert.equal(attributesOf('script').length, 2);
  assert.equal(attributesOf('link').filter((all) => all.some(([, value]) => value === 'stylesheet')).length, 1);
});

it('pins each script by the hash of its file', () => {
  const named = new Map(
    SAMPLES.flatMap((settings) =>
      Array.from(htmlSnippet(settings, facts).matchAll(SCRIPT), ([, file = '', hash = '']) => [file, hash] as const),
    ),
  );
  const files = facts.elements.map(({ tag }) => `${tag}.js`);
  assert.deepEqual(new Set(named.keys()), new Set(files));
  for (const [file, hash] of named) {
    const script = readFileSync(new URL(`../../../dist/cdn/${file}`, import.meta.url));
    assert.equal(hash, createHash('sha384').update(script).digest('base64'), file);
  }
});
