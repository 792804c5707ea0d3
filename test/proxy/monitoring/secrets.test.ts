import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';

const KEY = 'key/with+odd "signs"';
const TOKEN = 'https://alerts.example/hook?token={canary}';

describe('what is logged of an error', () => {
  const ways: [string, (secret: string) => string][] = [
    ['as it is', (secret) => secret],
    ['in JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
    ['in an address', encodeURIComponent],
    ['in a form', (secret) => new URLSearchParams({ a: secret }).toString().slice(2)],
  ];
  for (const [how, write] of ways) {
    it(`has neither key nor secret, written ${how}`, () => {
      const secrets = new Secrets();
      secrets.remember(KEY);
      secrets.keep(TOKEN);
      const error = new Error(`refused: ${write(KEY)}, ${write(TOKEN)}.`);
      const { message, code, stack = '' } = secrets.describe(Object.assign(error, { code: `E ${write(KEY)}` }));
      assert.equal(message, 'refused: [api key], [secret].');
      assert.equal(code, 'E [api key]');
      assert.ok(stack.includes(message), stack);
    });
  }
});
