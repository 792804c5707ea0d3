import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { framedBy } from '../../../src/proxy/embed/framed-by.ts';
import { THEMES } from '../../../src/proxy/embed/look.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { CONFIG, ORIGIN } from '../support/setup.ts';
import { takesAll } from '../onchain/signing.ts';
import { embedded, FILES, IN_FRAME } from './embedded.ts';

type Element = DefaultTreeAdapterTypes.Element;

const FIELD = { label: 'Name', type: 'text' } as const;
const ACTIONS = {
  daily: { title: 'Daily', repeats: 'daily', points: 10, remark: 'r' },
  meetup: { title: 'Meetup', repeats: 'once', points: 10, remark: 'r', fields: { name: FIELD, more: FIELD } },
  crew: { title: 'Crew', repeats: 'once', role: { id: '12345', name: 'C' }, remark: 'r', acceptTypedRole: true },
  both: {
    title: 'B',
    repeats: 'once',
    points: 5,
    role: { id: '12345', name: 'C' },
    remark: 'r',
    acceptTypedRole: true,
  },
  deed: { title: 'Deed', repeats: 'once', points: 10, remark: 'r', verify: takesAll() },
  mine: { title: 'T', repeats: 'once', points: 1, remark: 'r', identity: 'session' },
} satisfies RewardsConfig['actions'];
const CONFIGURED = { ...CONFIG, actions: ACTIONS, identity: { session: () => null } };

function elementsIn(text: string): Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      found.push(child);
      visit(child);
    }
  };
  visit(parse(text));
  return found;
}

const attributesOf = ({ attrs }: Element): Record<string, string> =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

const only = (text: string, name: string): Element => {
  const [one, ...more] = elementsIn(text).filter(({ tagName }) => tagName === name);
  assert.ok(one, `no ${name}`);
  assert.equal(more.length, 0);
  return one;
};

const textOf = ({ childNodes }: Element): string =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('');

const policyOf = ({ headers }: Response): Map<string, string> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((one) => {
      const at = one.indexOf(' ');
      return [one.slice(0, at), one.slice(at + 1)];
    }),
  );

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('a page for a frame', () => {
  it('has the widget that shows what the action asks for and gives', async () => {
    await using setup = embedded(CONFIGURED);
    const widgets = [
      ['daily', 'rewards-checkin', {}],
      ['meetup', 'rewards-signup', { fields: '2' }],
      ['crew', 'rewards-role', {}],
      ['both', 'rewards-checkin', {}],
      ['deed', 'rewards-onchain', {}],
    ] as const;
    for (const [action, tag, more] of widgets) {
      const response = await setup.get(`/rewards/embed/${action}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      const text = await response.text();
      assert.equal(response.headers.get('content-length'), String(Buffer.byteLength(text)));
      assert.deepEqual(attributesOf(only(text, tag)), { endpoint: '/rewards', action, identity: 'typed', ...more });
      assert.match(text, new RegExp(`src="/rewards/elements/[0-9a-f]{16}/cdn/${tag}\\.js"`));
    }
  });

  it('may be framed by the sites of the config, and by nobody else', async () => {
    await using setup = embedded(CONFIGURED);
    const response = await setup.get('/rewards/embed/daily');
    assert.equal(policyOf(response).get('frame-ancestors'), `${ORIGIN} http://localhost:5173`);
    assert.equal(response.headers.get('x-frame-options'), null);
    assert.equal(framedBy([]), "frame-ancestors 'none'");
  });

  it('has a policy that lets its own scripts and styles alone run', async () => {
    await using setup = embedded(CONFIGURED);
    const response = await setup.get('/rewards/embed/daily?theme=ocean');
    const policy = policyOf(response);
    const text = await response.text();
    const inline = elementsIn(text).find(
      ({ tagName, attrs }) => tagName === 'script' && !attrs.some((one) => one.name === 'src'),
    );
    assert.ok(inline);
    assert.equal(policy.get('default-src'), "'none'");
    assert.equal(policy.get('script-src'), `${hashOf(textOf(inline))} 'self'`);
    assert.equal(policy.get('style-src'), `${hashOf(textOf(only(text, 'style')))} 'self'`);
    assert.equal(policy.get('connect-src'), "'self'");
    assert.equal(policy.get('require-trusted-types-for'), "'script'");
    assert.equal(policy.get('base-uri'), "'none'");
    assert.equal(policy.get('form-action'), "'none'");
    assert.doesNotMatch([...policy.values()].join(' '), /unsafe|\*/);
  });

  it('says in its policy what a service for challenges needs', async () => {
    const challenge = { type: 'turnstile', siteKey: 'k', secret: 's' } as const;
    await using setup = embedded({ ...CONFIGURED, actions: { daily: { ...ACTIONS.daily, challenge } } });
    const policy = policyOf(await setup.get('/rewards/embed/daily'));
    assert.equal(policy.get('frame-src'), 'https://challenges.cloudflare.com');
    assert.match(policy.get('script-src') ?? '', / 'self' https:\/\/challenges\.cloudflare\.com$/);
    // Which its scripts do not live with.
    assert.equal(policy.get('require-trusted-types-for'), undefined);
  });

  it('takes language, theme and scheme from its address, and nothing else', async () => {
    const title = { en: 'Daily', de: 'Täglich' };
    await using setup = embedded({ ...CONFIGURED, actions: { daily: { ...ACTIONS.daily, title } } });
    const text = await (await setup.get('/rewards/embed/daily?lang=de-AT&theme=ocean&scheme=dark')).text();
    assert.deepEqual(attributesOf(only(text, 'html')), { lang: 'de-AT', 'data-scheme': 'dark' });
    assert.equal(textOf(only(text, 'title')), 'Täglich');
    assert.match(
      attributesOf(only(text, 'link'))['href'] ?? '',
      /^\/rewards\/elements\/[0-9a-f]{16}\/themes\/ocean\.css$/,
    );
    const plain = await (await setup.get('/rewards/embed/daily')).text();
    assert.equal(
      await (await setup.get('/rewards/embed/daily?theme=no&scheme=no&member-id=12345&token=x')).text(),
      plain,
    );
  });

  it('has every theme of the package', () => {
    const files = readdirSync(new URL('../../../src/elements/themes/', import.meta.url));
    assert.deepEqual(files.toSorted(), THEMES.map((name) => `${name}.css`).toSorted());
  });

  it('has themes for every element of the package', () => {
    const elements = new URL('../../../src/elements/', import.meta.url);
    const defined = globSync('*/*.define.ts', { cwd: fileURLToPath(elements) });
    const tags = defined.map((path) => `rewards-${basename(path, '.define.ts')}`).toSorted();
    assert.ok(tags.length >= 5);
    for (const name of THEMES) {
      const theme = readFileSync(new URL(`themes/${name}.css`, elements), 'utf8');
      const [, selected = ''] = /^:is\((.*)\) \{$/m.exec(theme) ?? [];
      assert.deepEqual(selected.split(', ').toSorted(), tags, name);
    }
  });

  it('cannot be written into, by its address or by the texts of the config', async () => {
    const evil = `"'></script></style></title><script>alert(1)</script><img src=x onerror=alert(1)>&lt;`;
    const action = { ...ACTIONS.daily, title: evil, description: evil, remark: evil };
    await using setup = embedded({ ...CONFIGURED, actions: { daily: action } });
    const harmless = (await (await setup.get('/rewards/embed/daily')).text()).replace(/<title>.*<\/title>/, '');
    const tags = elementsIn(harmless).map(({ tagName }) => tagName);
    for (const name of ['lang', 'theme', 'scheme', 'x"><script>', 'action', 'endpoint']) {
      const query = new URLSearchParams({ [name]: evil });
      const response = await setup.get(`/rewards/embed/daily?${query}`, { ...IN_FRAME, 'accept-language': evil });
      const text = await response.text();
      assert.equal(textOf(only(text, 'title')), evil);
      const now = elementsIn(text.replace(/<title>.*<\/title>/, '')).map(({ tagName }) => tagName);
      assert.deepEqual(now, tags, name);
      assert.doesNotMatch(response.headers.get('content-security-policy') ?? '', /alert|img/);
    }
  });
});

describe('a page for a frame that there is not', () => {
  it('tells in the frame what the owner can do, and no name of an action', async () => {
    await using setup = embedded(CONFIGURED);
    for (const path of ['nothing', 'constructor', 'daily/more', '<script>alert(1)<', '']) {
      const response = await setup.get(`/rewards/embed/${encodeURI(path)}`);
      assert.equal(response.status, 404, path);
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(
        response.headers.get('content-security-policy'),
        `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors ${ORIGIN} http://localhost:5173`,
      );
      const text = await response.text();
      assert.match(text, /If this is not your site, please tell its owner\./);
      assert.doesNotMatch(text, /<script|daily|meetup|crew|mine/);
    }
    const unknown = await (await setup.get('/rewards/embed/nothing')).text();
    assert.match(unknown, /The address of the frame has to end with the name of an action/);
  });

  it('says of an action with a sign-in that a frame is the wrong place', async () => {
    await using setup = embedded(CONFIGURED);
    const response = await setup.get('/rewards/embed/mine');
    assert.equal(response.status, 404);
    assert.match(await response.text(), /A frame cannot know who is signed in/);
  });

  it('is nowhere unless the config says so', async () => {
    await using setup = embedded({ ...CONFIGURED, embed: false });
    for (const path of ['embed/daily', 'embed.js', 'elements/x/cdn/rewards-checkin.js']) {
      const framed = await setup.get(`/rewards/${path}`);
      assert.equal(framed.status, 403, path);
      assert.match(framed.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'$/);
      assert.equal((await setup.get(`/rewards/${path}`, {})).status, 404, path);
    }
  });
});

describe('what a frame loads', () => {
  it('may be kept for a year, under an address that changes with it', async () => {
    await using setup = embedded(CONFIGURED);
    const page = await (await setup.get('/rewards/embed/daily')).text();
    const [, folder] = /src="(\/rewards\/elements\/[0-9a-f]{16}\/)cdn\//.exec(page) ?? [];
    for (const [path, type] of [
      ['cdn/rewards-checkin.js', 'text/javascript; charset=utf-8'],
      ['cdn/chunks/part-abc.js', 'text/javascript; charset=utf-8'],
      ['themes/ocean.css', 'text/css; charset=utf-8'],
    ] as const) {
      const response = await setup.get(`${folder}${path}`, { 'sec-fetch-site': 'same-origin' });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), type);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(await response.text(), FILES.get(path));
    }
    for (const path of ['cdn/integrity.json', 'cdn/none.js', 'cdn/', '../embed.js'])
      assert.notEqual(
        (await setup.get(`${folder}${path}`)).headers.get('cache-control'),
        'public, max-age=31536000, immutable',
      );
    assert.equal((await setup.get('/rewards/elements/0123456789abcdef/cdn/rewards-checkin.js')).status, 404);

    const changed = () => new Map([...FILES, ['cdn/rewards-checkin.js', 'export const changed = 1;']]);
    await using other = embedded({ ...CONFIGURED, elements: changed });
    assert.doesNotMatch(await (await other.get('/rewards/embed/daily')).text(), new RegExp(folder ?? ''));
  });

  it('comes from a folder of the owner’s, where the config names one', async () => {
    const elements = 'https://cdn.example/rewards-elements@0.1.0/dist/';
    await using setup = embedded({
      ...CONFIGURED,
      embed: { elements },
      elements: () => assert.fail('nobody needs them'),
    });
    const response = await setup.get('/rewards/embed/daily?theme=ocean');
    const policy = policyOf(response);
    assert.match(
      policy.get('script-src') ?? '',
      /^'sha256-[^ ]+' https:\/\/cdn\.example\/rewards-elements@0\.1\.0\/dist\/$/,
    );
    const text = await response.text();
    assert.ok(text.includes(`src="${elements}cdn/rewards-checkin.js"`));
    assert.ok(text.includes(`href="${elements}themes/ocean.css"`));
    assert.equal((await setup.get('/rewards/elements/0123456789abcdef/cdn/rewards-checkin.js')).status, 404);
  });

  it('does not count against what a visitor may ask for', async () => {
    await using setup = embedded({ ...CONFIGURED, limits: { requests: { max: 1 } } });
    const from = (path: string) =>
      setup.proxy.fetch(new Request(`http://localhost/rewards/${path}`, { headers: IN_FRAME }), {
        clientAddress: '203.0.113.9',
      });
    for (let time = 0; time < 3; time += 1) assert.equal((await from('embed.js')).status, 200);
    assert.equal((await from('embed/daily')).status, 200);
    const excess = await from('embed/daily');
    assert.equal(excess.status, 429);
    assert.match(await excess.text(), /Too many requests/);
    assert.match(excess.headers.get('content-security-policy') ?? '', /frame-ancestors https:\/\/example\.org /);
  });
});

describe('the script for the page around a frame', () => {
  it('may be loaded by any page, for an hour, and has at most 1,000 bytes', async () => {
    await using setup = embedded(CONFIGURED);
    const response = await setup.get('/rewards/embed.js', {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'script',
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=3600');
    const bytes = gzipSync(await response.text()).byteLength;
    assert.ok(bytes <= 1000, `${bytes} bytes`);
  });
});

describe('a claim from a page of the proxy’s own', () => {
  const claim = (origin: string, headers: Record<string, string> = {}) =>
    new Request('http://localhost/rewards/actions/daily/claims', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify({ memberId: `m-${origin.length}` }),
    });

  it('is taken where there are pages for frames, if the browser says that it is one', async () => {
    await using setup = embedded(CONFIGURED);
    const status = async (...given: Parameters<typeof claim>) => (await setup.proxy.fetch(claim(...given))).status;
    assert.equal(await status('https://rewards.example', { 'sec-fetch-site': 'same-origin' }), 201);
    for (const site of ['same-site', 'cross-site', 'none'])
      assert.equal(await status('https://rewards.example', { 'sec-fetch-site': site }), 403, site);
    // An older browser says only where it comes from, and a web server with TLS leaves http behind itself.
    assert.equal(await status('http://localhost'), 201);
    assert.notEqual(await status('https://localhost'), 403);
    for (const origin of ['http://localhost:1', 'https://localhost.evil.example', 'null', 'http://evil.example'])
      assert.equal(await status(origin), 403, origin);
  });

  it('is refused where there are none', async () => {
    await using setup = embedded({ ...CONFIGURED, embed: false });
    const response = await setup.proxy.fetch(claim('https://rewards.example', { 'sec-fetch-site': 'same-origin' }));
    assert.equal(response.status, 403);
    assert.equal(setup.calls.length, 0);
  });
});
