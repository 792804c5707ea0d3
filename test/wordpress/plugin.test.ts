import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { firstOf, onPath } from '../support/processes/find-program.ts';
import { setUp } from '../proxy/support/setup.ts';

const PLUGIN = fileURLToPath(new URL('../../demo/integrations/wordpress/rewards.php', import.meta.url));
const STAGE = fileURLToPath(new URL('stage.php', import.meta.url));
const ELEMENTS = fileURLToPath(new URL('../../src/elements/', import.meta.url));
const SECRET = 'a secret of thirty-two bytes or more';
const MEMBER = '739204618530271847';

interface Site {
  settings?: unknown;
  /** The member's id of who is signed in; null for nobody. */
  member?: string | null;
  editor?: boolean;
  secret?: string;
  /** As WordPress writes it. */
  locale?: string;
}

const SETTINGS = { endpoint: 'https://rewards.example.org/rewards' };
const php = await firstOf(onPath('php'));
const skip = php === undefined && 'php is not installed (Debian: apt-get install php-cli)';

/** What comes of the steps on a site of that kind. */
async function onSite(site: Site, ...steps: [what: string, given: unknown][]): Promise<unknown[]> {
  assert.ok(php);
  const child = spawn(php, [STAGE], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { settings = SETTINGS, member = null, editor = false, secret = '', locale = 'de_DE' } = site;
  child.stdin.end(JSON.stringify({ plugin: PLUGIN, settings, member, editor, secret, locale, steps }));
  return JSON.parse(await text(child.stdout)) as unknown[];
}

const scriptsIn = (html: unknown): string[] =>
  Array.from(String(html).matchAll(/<script[^>]*>([^]*?)<\/script>/g), ([, code = '']) => code.trim()).filter(Boolean);

describe('the plugin for WordPress', { skip }, () => {
  it('draws a widget for each shortcode, in the language of the page', async () => {
    const [page, scripts] = await onSite(
      {},
      [
        'content',
        '<p>Hi [rewards_checkin action="daily"] [rewards_signup action="meetup"] [rewards_role action="crew"]</p>',
      ],
      ['scripts', null],
    );
    const rest = 'endpoint="https://rewards.example.org/rewards" action="NAME" lang="de-DE"';
    const tag = (name: string, action: string) => `<${name} ${rest.replace('NAME', action)}></${name}>`;
    assert.equal(
      page,
      `<p>Hi ${tag('rewards-checkin', 'daily')} ${tag('rewards-signup', 'meetup')} ${tag('rewards-role', 'crew')}</p>`,
    );
    assert.match(
      String(scripts).trim(),
      /^<script type="module" src="https:\/\/cdn\.jsdelivr\.net\/npm\/rewards-elements@\d+\.\d+\.\d+\/dist\/cdn\/rewards-elements\.js" id="rewards-elements-js"><\/script>$/,
    );
  });

  it('names the language by a tag that browsers take, whatever WordPress calls it', async () => {
    const langs = ['de_DE_formal', 'pt_PT_ao90', 'ca_valencia', 'eo'].map(async (locale) => {
      const [page] = await onSite({ locale }, ['content', '[rewards_checkin action="daily"]']);
      const [, lang = ''] = /lang="([^"]*)"/.exec(String(page)) ?? [];
      return new Intl.Locale(lang).baseName;
    });
    assert.deepEqual(await Promise.all(langs), ['de-DE-formal', 'pt-PT', 'ca-valencia', 'eo']);
  });

  it('has a shortcode for every element that claims', async () => {
    const names = globSync('*/*.define.ts', { cwd: ELEMENTS }).map((file) => basename(file, '.define.ts'));
    const claiming = names.filter((name) => name !== 'member');
    assert.ok(claiming.length > 3);
    const [page] = await onSite({}, ['content', claiming.map((name) => `[rewards_${name} action="deed"]`).join('')]);
    assert.deepEqual(
      Array.from(String(page).matchAll(/<rewards-(\w+) /g), ([, name]) => name),
      claiming,
    );
  });

  it('draws the same from its block', async () => {
    const [shortcode, block, odd] = await onSite(
      {},
      ['content', '[rewards_checkin action="daily"]'],
      ['block', { widget: 'checkin', action: 'daily', identity: '' }],
      ['block', { widget: 'checkin><script>', action: 'daily' }],
    );
    assert.equal(block, shortcode);
    assert.equal(odd, '');
  });

  it('loads nothing on pages without a widget', async () => {
    assert.deepEqual(await onSite({}, ['content', 'Nothing here'], ['scripts', null]), ['Nothing here', '']);
  });

  it('lets nothing that was typed into the page as HTML', async () => {
    const evil = `"><script>alert(1)</script>`;
    const settings = { endpoint: `https://rewards.example.org/'"><script>`, script: `https://cdn.example/"><script>` };
    const [content, block, page, scripts] = await onSite(
      { settings, editor: true },
      ['content', `[rewards_checkin action='${evil}'] [rewards_checkin action="daily" identity='${evil}']`],
      ['block', { widget: 'role', action: evil, identity: evil }],
      ['page', null],
      ['scripts', null],
    );
    for (const html of [content, block, page]) assert.doesNotMatch(String(html), /<script|alert\(1\)</);
    assert.doesNotMatch(String(scripts), /"><script>/);
  });

  it('tells the authors of pages what is missing, and visitors nothing', async () => {
    const steps: [string, unknown][] = [
      ['content', '[rewards_checkin]'],
      ['content', '[rewards_checkin action="Daily!"]'],
    ];
    const told = '<p>Rewards: the action is missing, as in [rewards_checkin action=&quot;daily&quot;]</p>';
    assert.deepEqual(await onSite({ editor: true }, ...steps), [told, told]);
    assert.deepEqual(await onSite({}, ...steps), ['', '']);
    const [content] = await onSite({ settings: {}, editor: true }, ['content', '[rewards_checkin action="daily"]']);
    assert.equal(content, '<p>Rewards: the address of the proxy is missing: Settings &gt; Rewards</p>');
  });

  it('takes addresses alone into its settings, and shows them', async () => {
    const given = {
      endpoint: ' https://rewards.example.org/rewards/ ',
      script: 'javascript:alert(1)',
      member_meta: ' <b>discordId</b> ',
    };
    const [cleaned, page] = await onSite({}, ['clean', given], ['page', null]);
    const settings = { member_meta: 'discordId', endpoint: 'https://rewards.example.org/rewards', script: '' };
    assert.deepEqual(cleaned, [settings, ['javascript:alert(1) is no address: it begins with https://']]);
    assert.match(String(page), /name="rewards_settings\[endpoint\]" value="https:\/\/rewards\.example\.org\/rewards"/);
    assert.equal(String(page).match(/<label for="rewards-/g)?.length, 3);
  });

  it('takes no address without its scheme, before which WordPress puts http', async () => {
    const [cleaned] = await onSite({}, ['clean', { endpoint: 'rewards.example.org/rewards' }]);
    assert.deepEqual(cleaned, [
      { member_meta: '', endpoint: '', script: '' },
      ['rewards.example.org/rewards is no address: it begins with https://'],
    ]);
  });

  it('signs tokens that the proxy takes, for users who are signed in, once each', async () => {
    const site = { member: MEMBER, secret: SECRET };
    const [first, second] = await onSite(site, ['token', { action: 'daily' }], ['token', { action: 'daily' }]);
    const [{ token }, headers] = first as [{ token: string }, object];
    assert.deepEqual(headers, { 'Cache-Control': 'no-store' });
    assert.notDeepEqual(first, second);
    const [, claims = ''] = token.split('.');
    const { iat, exp, jti, ...rest } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    assert.deepEqual(rest, { sub: MEMBER, aud: 'rewards-elements', action: 'daily' });
    assert.equal(Number(exp) - Number(iat), 120);
    assert.match(String(jti), /^[0-9a-f]{32}$/);

    const action = { title: 'T', repeats: 'daily', points: 10, remark: 'r', identity: 'signed' } as const;
    await using setup = setUp({
      config: { identity: { signed: { secrets: [SECRET] } }, actions: { daily: action, other: action } },
    });
    setup.clock.now = Number(iat) * 1000;
    const authorization = `Bearer ${token}`;
    assert.equal((await setup.claim('other', {}, { authorization })).status, 401);
    const claim = await setup.claim('daily', {}, { authorization });
    assert.equal(claim.status, 201);
    assert.equal(claim.body['memberId'], MEMBER);
    setup.clock.now += 121_000;
    assert.equal((await setup.claim('daily', {}, { authorization })).status, 401);
  });

  it('signs nothing for strangers, for accounts without an id, or without a secret', async () => {
    const ask: [string, unknown] = ['token', { action: 'daily' }];
    assert.deepEqual(await onSite({ secret: SECRET }, ask), ['not signed in']);
    assert.deepEqual(await onSite({ member: '', secret: SECRET }, ask), ['rewards_member']);
    assert.deepEqual(await onSite({ member: MEMBER }, ask), ['rewards_secret']);
    assert.deepEqual(await onSite({ member: MEMBER, secret: 'short' }, ask), ['rewards_secret']);
    assert.deepEqual(await onSite({ member: MEMBER, secret: SECRET }, ['token', { action: 'a b' }]), ['no action']);
  });

  it('has the widget fetch its token, which no page holds', async () => {
    const [content, scripts] = await onSite(
      { member: MEMBER, secret: SECRET },
      ['content', '[rewards_checkin action="daily" identity="signed"]'],
      ['scripts', null],
    );
    assert.match(String(content), / identity="signed">/);
    assert.match(String(scripts), /getMemberToken/);
    for (const secret of [MEMBER, SECRET]) assert.ok(!JSON.stringify([content, scripts]).includes(secret));
    const [, visitors] = await onSite(
      {},
      ['content', '[rewards_checkin action="daily" identity="signed"]'],
      ['scripts', null],
    );
    assert.doesNotMatch(String(visitors), /getMemberToken|nonce/);
  });

  it('has scripts that can be read as such', async () => {
    const [, token, block] = await onSite(
      { member: MEMBER },
      ['content', '[rewards_checkin action="daily" identity="signed"]'],
      ['scripts', 'rewards-token'],
      ['scripts', 'rewards-block'],
    );
    const codes = [...scriptsIn(token), ...scriptsIn(block)];
    assert.equal(codes.length, 2);
    for (const code of codes) assert.deepEqual(parseSync('script.js', code).errors, [], code);
  });
});
