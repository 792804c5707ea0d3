import { describe } from 'node:test';
import { env } from '../../../src/proxy/index.ts';
import { accepts, refuses } from './cases.ts';
import { ACTION, daily, VALID } from './valid.ts';

const SECRET = 'a secret of the shop for tests';
const PURCHASE = { title: 'Purchase', by: 'events', repeats: 'each-event', points: 5, remark: 'Purchase' };
const SHOP = { signature: 'shopify', secret: SECRET, member: 'note_attributes[name=member].value', action: 'purchase' };

const shop = (changes: object, others: object = {}): unknown => ({
  ...VALID,
  actions: { daily: ACTION, purchase: PURCHASE },
  events: { shop: { ...SHOP, ...changes }, ...others },
});
const purchase = (changes: object): unknown => ({
  ...VALID,
  actions: { purchase: { ...PURCHASE, ...changes } },
  events: { shop: SHOP },
});
/** A source whose secret the proxy uses as well. */
const ownSecret = (changes: object): unknown => ({
  ...VALID,
  actions: { daily: ACTION, purchase: PURCHASE },
  events: { shop: { ...SHOP, signature: 'standard', secret: [WHSEC] } },
  ...changes,
});

const WHSEC = `whsec_${'A'.repeat(32)}`;
const ASKED = { type: 'http', url: 'https://example.org/verify', secret: WHSEC };
const SENT_BACK =
  'with which the proxy signs what it sends: a receiver could send that back as an event, so use another secret';

const NO_PATH =
  "must be a path into the event's JSON, such as 'data.object.metadata.member' or 'note_attributes[name=member].value'";

describe('events in a config that cannot be used', () => {
  refuses([
    [
      'a source without anything',
      { ...VALID, events: { shop: {} } },
      'events.shop.signature: is missing: how its messages are signed: the name of the sender, or standard for Standard Webhooks',
      "events.shop.secret: is missing: the secret of its messages, best given as env('SHOP_EVENTS_SECRET'), or two while you replace one",
      'events.shop.action: is missing: the action that an event gives: its name, or a function of the event that returns one, or null',
      "events.shop.member: is missing: the member: a path into the event's JSON, or a function of the event that returns the member's id, or null",
    ],
    [
      'a form of signature that there is not',
      shop({ signature: 'shopfy' }),
      "events.shop.signature: must be one of 'standard', 'github', 'stripe', 'shopify', 'tally', 'typeform'; did you mean 'shopify'?",
    ],
    [
      'a secret that the environment lacks',
      shop({ secret: env('NO_SECRET') }),
      'events.shop.secret: the environment variable NO_SECRET is not set',
    ],
    [
      'a secret that could be guessed',
      shop({ secret: [SECRET, 'short'] }),
      'events.shop.secret.1: must have at least 16 bytes, because a person who sees a message could guess a shorter one',
    ],
    [
      'a secret that is none of Standard Webhooks',
      shop({ signature: 'standard' }),
      'events.shop.secret: must be whsec_ and 24 to 64 bytes in base64: make one with "echo whsec_$(openssl rand -base64 32)"',
    ],
    [
      'one secret for two sources',
      shop({}, { other: SHOP }),
      'events.other.secret: is the secret of events.shop too, so that each message would count for both: have one source, with a function for its action, or another secret',
    ],
    [
      'a secret with which the proxy signs what it tells others',
      ownSecret({ receivers: { stock: { url: 'https://example.org/stock', secret: [WHSEC] } } }),
      `events.shop.secret.0: is the secret of receivers.stock too, ${SENT_BACK}`,
    ],
    [
      'a secret with which the proxy signs what it tells the owner',
      ownSecret({ webhook: { url: 'https://example.org/alerts', secret: WHSEC } }),
      `events.shop.secret.0: is the secret of webhook too, ${SENT_BACK}`,
    ],
    [
      'a secret with which the proxy signs what it asks',
      ownSecret({ actions: { purchase: PURCHASE, tour: { ...ACTION, verify: { all: [{ not: ASKED }] } } } }),
      `events.shop.secret.0: is the secret of actions.tour.verify too, ${SENT_BACK}`,
    ],
    [
      'a name that is none',
      { ...VALID, actions: { purchase: PURCHASE }, events: { Shop: SHOP } },
      'events.Shop: is not a valid name for a source: small letters, digits and -, at most 64, such as shop',
    ],
    ['a path that is none', shop({ member: 'a..b' }), `events.shop.member: ${NO_PATH}`],
    [
      'an action that there is not',
      shop({ action: 'gift' }),
      "events.shop.action: is 'gift', which is no action of the config",
      "actions.purchase.by: is 'events', but no source of events gives it: add one, such as events: { shop: { action: 'purchase', … } }",
    ],
    [
      'an action that visitors claim',
      shop({ action: 'daily' }),
      "events.shop.action: is 'daily', which visitors claim: set by: 'events' there, or by: 'both'",
      "actions.purchase.by: is 'events', but no source of events gives it: add one, such as events: { shop: { action: 'purchase', … } }",
    ],
    [
      'a tolerance for messages without a time',
      shop({ toleranceSeconds: 60 }),
      'events.shop.toleranceSeconds: goes with messages that have a time, and those of shopify have none: leave it out',
    ],
    ['an unknown key', shop({ type: 'orders/paid' }), "events.shop: has an unknown key 'type'; did you mean 'types'?"],
    [
      'what only visitors can be asked for',
      purchase({ identity: 'typed', challenge: 'altcha' }),
      "actions.purchase.identity: asks visitors, who cannot claim an action with by: 'events': remove it",
      "actions.purchase.challenge: asks visitors, who cannot claim an action with by: 'events': remove it",
    ],
    [
      'a claim of a visitor for each event',
      daily({ repeats: 'each-event' }),
      "actions.daily.repeats: needs by: 'events', because a visitor's claim belongs to no event",
    ],
    [
      'a role that visitors could give by typing an id',
      purchase({ by: 'both', repeats: 'once', role: { id: '1', name: 'VIP' } }),
      "actions.purchase.role: is behind a typed id, so anybody could type an id and give that member the role. Set identity: 'signed', 'session' or 'platform', or acceptTypedRole: true if you accept that, or leave the role out",
    ],
    [
      'points by streak for each event',
      purchase({ points: [1, 2] }),
      "actions.purchase.points: must be one number, because repeats: 'each-event' has no streak",
    ],
  ]);
});

describe('events in a config that can be used', () => {
  accepts([
    ['a source', shop({ types: 'orders/paid', when: { financial_status: ['paid', 'partially_paid'], test: false } })],
    ['a secret from the environment', shop({ secret: env('S') }), { S: SECRET }],
    ['a path called env, in a list', shop({ when: { env: ['production'] } })],
    ['functions', shop({ member: () => null, action: () => 'purchase', when: () => true, id: () => 'x' })],
    ['an action that both may give', purchase({ by: 'both', repeats: 'daily' })],
    ['a role that events give', purchase({ role: { id: '1', name: 'VIP' } })],
    ['messages with a time', shop({ signature: 'stripe', toleranceSeconds: 600 })],
  ]);
});
