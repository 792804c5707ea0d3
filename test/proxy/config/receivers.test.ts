import { describe } from 'node:test';
import { env } from '../../../src/proxy/index.ts';
import { accepts, refuses } from './cases.ts';
import { VALID } from './valid.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const SHOP = { url: 'https://shop.example.org/rewards', secret: SECRET };
const shop = (changes: object): unknown => ({ ...VALID, receivers: { shop: { ...SHOP, ...changes } } });

const URL_RULE =
  "receivers.shop.url: must be an address such as 'https://alerts.example.org/rewards'; http:// works only on this machine";

describe('receivers in a config that cannot be used', () => {
  refuses([
    [
      'one without anything',
      { ...VALID, receivers: { shop: {} } },
      'receivers.shop.url: is missing: where events are posted to',
      'receivers.shop.secret: is missing: the secret that signs them, or two while you replace one',
    ],
    ['an address that anybody on the way could read', shop({ url: 'http://shop.example.org/rewards' }), URL_RULE],
    ['an address with a password', shop({ url: 'https://me:secret@shop.example.org/' }), URL_RULE],
    ['an address of another scheme', shop({ url: 'file:///etc/passwd' }), URL_RULE],
    [
      'a secret that is none',
      shop({ secret: [SECRET, 'whsec_short'] }),
      'receivers.shop.secret.1: must be whsec_ and 24 to 64 bytes in base64: make one with "echo whsec_$(openssl rand -base64 32)"',
    ],
    [
      'a secret that the environment lacks',
      shop({ secret: env('NO_SECRET') }),
      'receivers.shop.secret: the environment variable NO_SECRET is not set',
    ],
    [
      'an event that there is not',
      shop({ types: ['claim.grantd'] }),
      "receivers.shop.types.0: must be one of 'claim.granted', 'claim.pending', 'claim.refused', 'claim.released'; did you mean 'claim.granted'?",
    ],
    ['no event at all', shop({ types: [] }), 'receivers.shop.types: must have at least one entry'],
    [
      'a key that there is not',
      shop({ memberId: true }),
      "receivers.shop: has an unknown key 'memberId'; did you mean 'memberIds'?",
    ],
    [
      'a name that is none',
      { ...VALID, receivers: { 'My shop': SHOP } },
      'receivers.My shop: is not a valid name for a receiver: small letters, digits and -, at most 64, such as shop',
    ],
  ]);
});

describe('receivers in a config', () => {
  accepts([
    ['with all that they may have', shop({ types: ['claim.granted'], memberIds: true, secret: [SECRET, SECRET] })],
    ['on this machine', shop({ url: 'http://127.0.0.1:8080/hook' })],
    ['with secrets of the environment', shop({ secret: env('SHOP_SECRET') }), { SHOP_SECRET: SECRET }],
  ]);
});
