import { describe } from 'node:test';
import { accepts, refuses } from './cases.ts';
import { VALID } from './valid.ts';

const EXACT_ORIGIN = "must be the address of a site, with https:// and without a path, such as 'https://example.org'";

describe('the origins in a config that cannot be used', () => {
  refuses([
    ['no origin', { ...VALID, origins: [] }, "origins: must name at least one site, such as 'https://example.org'"],
    [
      'every origin',
      { ...VALID, origins: ['*'] },
      "origins.0: must not be '*', which would let every site on the web use the proxy: name each site, such as 'https://example.org'",
    ],
    [
      'an origin with a slash',
      { ...VALID, origins: ['https://example.org/'] },
      "origins.0: must be written exactly as browsers send it, without path or slash: 'https://example.org'",
    ],
    [
      'an origin in capitals, with its default port and a path',
      { ...VALID, origins: ['https://Example.org:443/shop'] },
      "origins.0: must be written exactly as browsers send it, without path or slash: 'https://example.org'",
    ],
    ['an origin without a scheme', { ...VALID, origins: ['example.org'] }, `origins.0: ${EXACT_ORIGIN}`],
    ['the null origin', { ...VALID, origins: ['null'] }, `origins.0: ${EXACT_ORIGIN}`],
    [
      'an origin of another scheme',
      { ...VALID, origins: ['ftp://example.org'] },
      'origins.0: must begin with https:// or http://',
    ],
    [
      'a file, whose page has no origin',
      { ...VALID, origins: ['file://localhost'] },
      'origins.0: must begin with https:// or http://',
    ],
    [
      'a scheme misspelt',
      { ...VALID, origins: ['htps://example.org'] },
      'origins.0: must begin with https:// or http://',
    ],
    [
      'an app with a path',
      { ...VALID, origins: ['capacitor://localhost/index.html'] },
      "origins.0: must be written exactly as browsers send it, without path or slash: 'capacitor://localhost'",
    ],
    [
      'an origin with a wildcard',
      { ...VALID, origins: ['https://*.example.org'] },
      "origins.0: must not contain '*': name each site, such as 'https://shop.example.org'",
    ],
  ]);
});

describe('the origins in a config', () => {
  accepts(
    [
      'capacitor://localhost',
      'ionic://localhost',
      'tauri://localhost',
      'app://bundle',
      'app://-',
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
      'safari-web-extension://D1A5C0DE-0000-4000-8000-000000000000',
      'http://tauri.localhost',
    ].map((origin) => [`may be ${origin}, of an app or an extension`, { ...VALID, origins: [origin] }]),
  );
});
