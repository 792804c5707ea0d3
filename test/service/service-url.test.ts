import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serviceUrl } from '../../src/service/index.ts';

describe('serviceUrl', () => {
  const good = [
    'https://service.example',
    'https://service.example:8443/base/',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.1.2.3:80/x',
    'http://127.1',
    'http://[::1]:9',
    'HTTPS://SERVICE.EXAMPLE',
  ];
  for (const text of good) {
    it(`accepts ${text}`, () => assert.equal(serviceUrl(text).href, new URL(text).href));
  }

  const bad: [string, RegExp][] = [
    ['', /not a URL.*https:/],
    ['service.example', /not a URL.*https:/],
    ['/base', /not a URL/],
    ['http://service.example', /must begin with https/],
    ['http://128.0.0.1', /must begin with https/],
    ['http://localhost.example', /must begin with https/],
    ['http://127.0.0.1.example', /must begin with https/],
    ['http://x.localhost', /must begin with https/],
    ['http://[::2]', /must begin with https/],
    ['http://0.0.0.0', /must begin with https/],
    ['ftp://localhost', /must begin with https/],
    ['file:///tmp/x', /must begin with https/],
    ['https://service.example/?', /query or a fragment/],
    ['https://service.example/?a=b', /query or a fragment/],
    ['https://service.example/#', /query or a fragment/],
    ['https://user@service.example', /user name or password/],
    ['https://:password@service.example', /user name or password/],
  ];
  for (const [text, message] of bad) {
    it(`rejects ${text || 'nothing'} and says why`, () => {
      assert.throws(() => serviceUrl(text), { name: 'TypeError', message });
    });
  }

  it('does not repeat what it was given, which may be the key or a password', () => {
    for (const text of ['canary', 'https://canary@x.example', 'http://x.example/canary', 'https://x.example?canary']) {
      assert.throws(
        () => serviceUrl(text),
        (error: Error) => !error.message.includes('canary') && !error.stack?.includes('canary'),
      );
    }
  });
});
