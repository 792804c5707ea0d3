import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProxy, ConfigError } from '../../../src/proxy/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { CONFIG } from '../support/setup.ts';
import { accepts, refuses } from './cases.ts';
import { VALID } from './valid.ts';

const FORM = "must be true, false, or { elements: 'https://…/dist/' }";
const at = (elements: unknown) => ({ ...VALID, embed: { elements } });

describe('the frames of a config that cannot be used', () => {
  refuses([
    ['neither on nor off', { ...VALID, embed: 'yes' }, `embed: ${FORM}`],
    [
      'an unknown key',
      { ...VALID, embed: { element: 'https://cdn.example/dist/' } },
      "embed: has an unknown key 'element'; did you mean 'elements'?",
    ],
    ['a folder that is no address', at('dist/'), 'embed.elements: must be the address of a folder, with https://'],
    [
      'a folder of another kind',
      at('data:text/javascript,/'),
      'embed.elements: must be the address of a folder, with https://',
    ],
    [
      'a folder without its slash',
      at('https://cdn.example/dist'),
      "embed.elements: must end with a slash, as in '…/dist/'",
    ],
    [
      'a folder with a query',
      at('https://cdn.example/dist/?v=/'),
      "embed.elements: must end with a slash, as in '…/dist/'",
    ],
    [
      'a folder that would end its entry in a policy',
      at("https://cdn.example/x;script-src'unsafe-inline'/"),
      'embed.elements: must not contain quotes, commas or semicolons',
    ],
    [
      'a folder in other letters',
      at('https://CDN.example/dist/'),
      "embed.elements: must be written as browsers do: 'https://cdn.example/dist/'",
    ],
  ]);

  it('say where the files of the elements are missing', async () => {
    const ledger = sqliteLedger(':memory:');
    for (const [elements, mend] of [
      [undefined, /pass elements: elementFiles from 'rewards-proxy\/elements' to createProxy/],
      [() => new Map<string, string>(), /run npm run build/],
    ] as const) {
      assert.throws(
        () => createProxy({ ...CONFIG, embed: true, ledger, ...(elements && { elements }) }),
        (error) => error instanceof ConfigError && mend.test(error.message),
      );
    }
    await ledger.close();
  });
});

describe('the frames of a config that can be used', () => {
  accepts([
    ['with files of the proxy’s own', { ...VALID, embed: true }],
    ['with no frames', { ...VALID, embed: false }],
    ['with a folder on the web', at('https://cdn.jsdelivr.net/npm/rewards-elements@0.1.0/dist/')],
    ['with nothing more to say', { ...VALID, embed: {} }],
  ]);
});
