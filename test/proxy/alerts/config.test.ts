import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WEBHOOK_SECRET_RULE } from '../../../src/proxy/alerts/index.ts';
import { ConfigError, env } from '../../../src/proxy/index.ts';
import { readConfig } from '../../../src/proxy/config/index.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';
import { CONFIG } from '../support/setup.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const URL_RULE =
  "webhook.url: must be an address such as 'https://alerts.example.org/rewards'; http:// works only on this machine";
const QUOTES = "must be text in quotes, because ids are too large for numbers; copy it in the platform's client";

function issuesOf(change: object, secrets = new Secrets()): readonly string[] {
  try {
    readConfig({ ...CONFIG, ...change }, { HOOK: SECRET }, secrets);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.issues;
  }
}

describe('the config of abuse controls', () => {
  const cases: [name: string, change: object, ...issues: string[]][] = [
    ['lists of members', { members: { block: ['739204618530271847'], allow: ['1048273615902847361'] } }],
    ['functions', { members: { block: () => false, allow: async () => true }, onAlert: () => {} }],
    ['a webhook', { webhook: { url: 'https://alerts.example/x?y=z', secret: env('HOOK') } }],
    [
      'a webhook on this machine with two secrets',
      { webhook: { url: 'http://127.0.0.1:9/x', secret: [SECRET, SECRET] } },
    ],
    ['a chat of Discord', { alertChat: { url: 'https://discord.com/api/webhooks/1/abc' } }],
    ['a chat of another kind', { alertChat: { url: 'https://chat.example.org/hooks/x', form: 'slack' } }],
    [
      'a chat that does not tell what it is like',
      { alertChat: { url: 'https://chat.example.org/hooks/x' } },
      "alertChat.form: must be 'discord' or 'slack', because the address does not show it: Mattermost and Rocket.Chat work like slack",
    ],
    [
      'a chat without TLS',
      { alertChat: { url: 'http://chat.example.org/hooks/x' } },
      URL_RULE.replace('webhook', 'alertChat'),
    ],
    [
      'mail',
      { alertMail: { smtp: 'smtps://me:p%40ss@mail.example.org:465', from: 'R <r@example.org>', to: 'o@example.org' } },
    ],
    [
      'mail by what is no mail server, from and to nobody',
      { alertMail: { smtp: 'https://mail.example.org', from: 'rewards', to: ['a@example.org\r\nBcc: b@example.org'] } },
      "alertMail.smtp: must be an address such as 'smtps://user:password@mail.example.org:465', with special characters of the password encoded (%40 for @)",
      "alertMail.from: must be a mail address such as 'owner@example.org' or 'Rewards <rewards@example.org>'",
      "alertMail.to.0: must be a mail address such as 'owner@example.org' or 'Rewards <rewards@example.org>'",
    ],
    [
      'mail from a name with a colon',
      {
        alertMail: {
          smtp: 'smtp://127.0.0.1',
          from: 'Rewards: alerts <r@example.org>',
          to: '"Ana, B." <o@example.org>',
        },
      },
    ],
    [
      'mail to a group',
      { alertMail: { smtp: 'smtp://127.0.0.1', from: 'r@example.org', to: 'Team:a@example.org' } },
      "alertMail.to: must be a mail address such as 'owner@example.org' or 'Rewards <rewards@example.org>'",
    ],
    ['a dry run', { abuse: { dryRun: true, memberIds: true, refusals: 5 } }],
    ['ids without quotes', { members: { block: ['12345', 23456] } }, `members.block.1: ${QUOTES}`],
    [
      'an id that is none',
      { members: { block: ['a b', '<@1>'] } },
      'members.block.0: must be text that matches [A-Za-z0-9._:-]{1,64}',
      'members.block.1: must be text that matches [A-Za-z0-9._:-]{1,64}',
    ],
    [
      'a list that is one id',
      { members: { block: '1' } },
      'members.block: must be a list of member ids in quotes, or a function that says whether an id is on the list',
    ],
    [
      'an allow list with nobody on it',
      { members: { allow: [] } },
      'members.allow: must have at least one entry: remove it if everybody may claim',
    ],
    ['a misspelt list', { members: { blocked: [] } }, "members: has an unknown key 'blocked'; known are block, allow"],
    ['a hook by its older name', { onSuspicious: () => {} }],
    [
      'a hook by both names',
      { onAlert: () => {}, onSuspicious: () => {} },
      'onSuspicious: is the older name of onAlert, which is also set: remove it',
    ],
    [
      'a webhook of a version that is none',
      { webhook: { url: 'https://a.example', secret: SECRET, version: 3 } },
      'webhook.version: must be 1 or 2',
    ],
    ['a hook that is none', { onAlert: 'mail' }, 'onAlert: must be a function of an event'],
    ['a webhook without TLS', { webhook: { url: 'http://alerts.example', secret: SECRET } }, URL_RULE],
    ['a webhook with a password', { webhook: { url: 'https://a:b@alerts.example', secret: SECRET } }, URL_RULE],
    [
      'a webhook with a weak secret',
      { webhook: { url: 'https://a.example', secret: 'hunter2' } },
      `webhook.secret: ${WEBHOOK_SECRET_RULE}`,
    ],
    [
      'a webhook without anything',
      { webhook: {} },
      'webhook.url: is missing: where alerts are posted to',
      'webhook.secret: is missing: the secret that signs them, or two while you replace one',
    ],
    ['a dry run that is none', { abuse: { dryRun: 'yes' } }, 'abuse.dryRun: must be true or false'],
    ['no refusal at all', { abuse: { refusals: 0 } }, 'abuse.refusals: must be a whole number above 0'],
  ];
  for (const [name, change, ...issues] of cases) {
    it(issues.length > 0 ? `complains of ${name}` : `takes ${name}`, () => {
      assert.deepEqual(issuesOf(change), issues);
    });
  }

  it('has its secrets kept out of whatever is shown', () => {
    const secrets = new Secrets();
    issuesOf({ webhook: { url: 'https://alerts.example/canary', secret: env('HOOK') } }, secrets);
    assert.equal(secrets.conceal(`${SECRET} https://alerts.example/canary`), '[secret] [secret]');
  });
});
