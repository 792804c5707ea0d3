import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { configKeys } from '../../demo/docs/reference/config.ts';
import { withFiles } from '../../src/cli/config/site.ts';
import { isProblemCode } from '../../src/contract/problem-codes.ts';
import { createEmulator, type ServerSeed } from '../../src/emulator/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { signedForm } from '../../src/proxy/alerts/webhook.ts';
import { eventBody } from '../../src/proxy/deliveries/message.ts';
import { elementFiles } from '../../src/proxy/embed/element-files.ts';
import { ConfigError, createProxy, type RewardsConfig } from '../../src/proxy/index.ts';
import { linkPackages } from '../support/processes/own-packages.ts';
import { asModule } from './config-snippet.ts';
import { PAGES_OF_DOCS, REPOSITORY_PAGES, snippetsOf } from './snippets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SECRET = 'a secret of more than thirty-two bytes';
/** `whsec_` and 32 bytes in base64, as Standard Webhooks asks. */
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Every variable that a config of the documentation names, with a value of the right kind. */
const ENV = new Proxy<Record<string, string>>(
  {
    REWARDS_BASE_URL: 'https://service.example',
    REWARDS_WEBHOOK_SECRET: WEBHOOK_SECRET,
    GAME_EVENTS_SECRET: WEBHOOK_SECRET,
    GAME_VERIFY_SECRET: WEBHOOK_SECRET,
    CHAT_WEBHOOK_URL: 'https://discord.com/api/webhooks/1/abc',
    ALERT_SMTP: 'smtps://user:password@mail.example.org:465',
    CRM_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SHOP_WEBHOOK_SECRET: WEBHOOK_SECRET,
    MEETUP_CODE_SECRET: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    GUESTS: '739204618530271847',
    STAFF: '528194736201845923',
  },
  { get: (known, name) => known[String(name)] ?? SECRET },
);

const snippets = snippetsOf([...PAGES_OF_DOCS, ...REPOSITORY_PAGES]);
const partOf = (notes: readonly string[]) => notes.find((note) => note === 'config' || note === 'action');
const modules = snippets.flatMap(({ place, language, code, notes }) => {
  const part = partOf(notes);
  const isOurs = code.includes('export default defineConfig(') && !/defineConfig.* from '(?!rewards-proxy')/.test(code);
  if (language !== 'ts' || !(part || isOurs)) return [];
  return [{ place, text: part ? asModule(code, part) : code }];
});
/** Those that somebody wrote: the schemas of the HTTP API are made from the code. */
const documents = snippets
  .filter(({ language, place }) => language === 'json' && !place.includes('schemas'))
  .map(({ place, code }) => ({ place, json: JSON.parse(code) as Record<string, unknown> }));

/** Whether the proxy takes it. */
async function judge(config: RewardsConfig): Promise<string[]> {
  const ledger = sqliteLedger(':memory:');
  try {
    const { ready } = createProxy({ ...config, ledger, env: ENV, elements: elementFiles });
    await ready;
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return [...error.issues];
    throw error;
  } finally {
    await ledger.close();
  }
}

describe('the configs of the documentation', () => {
  let folder = '';

  before(async () => {
    await mkdir(join(ROOT, '.data'), { recursive: true });
    folder = await mkdtemp(join(ROOT, '.data/configs-'));
    await linkPackages(folder);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('are there', () => assert.ok(modules.length > 25, `${modules.length} configs`));

  for (const [at, { place, text }] of modules.entries()) {
    it(`are taken by the proxy: ${place}`, async () => {
      const file = join(folder, `${at}.ts`);
      await writeFile(file, text);
      const module = (await import(pathToFileURL(file).href)) as { default: RewardsConfig };
      const { config } = withFiles(module.default, file, assert.fail);
      assert.deepEqual(await judge(config), []);
    });
  }
});

/** An event as a receiver gets it. */
const EVENT = JSON.parse(
  eventBody(
    {
      claimId: 'a claim',
      seq: 1,
      receiver: 'shop',
      type: 'claim.granted',
      at: 0,
      claim: {
        action: 'daily',
        service: 'default',
        state: 'granted',
        streak: 3,
        createdAt: 0,
        nextClaimAt: 0,
        grants: [{ order: { kind: 'points', points: 10, remark: 'Daily check-in' }, state: 'granted' }],
      },
      state: 'waiting',
      attempts: 1,
      dueAt: 0,
      outcome: null,
      endedAt: null,
    },
    null,
  ),
);

/** An alert as the owner's address gets it. */
const ALERT = signedForm({ secret: '' }).body({
  kind: 'blocked-member',
  action: 'daily',
  member: 'db6b3b21448c252d',
  list: 'block',
  dryRun: false,
  at: '2026-11-20T12:00:00.000Z',
  more: 0,
});

describe('the JSON of the documentation', () => {
  for (const { place, json } of documents) {
    it(`is what it is about: ${place}`, async () => {
      if ('actions' in json) assert.deepEqual(await judge(json as unknown as RewardsConfig), []);
      else if ('servers' in json) createEmulator({ servers: json['servers'] as ServerSeed[] });
      else if (String(json['type']).startsWith('alert.')) assert.deepEqual(json, ALERT);
      else if ('data' in json) assert.deepEqual(keysOf(json), keysOf(EVENT));
      else if ('code' in json) assert.ok(isProblemCode(String(json['code'])));
      else
        assert.deepEqual(
          filesIn(json).filter((path) => !existsSync(join(ROOT, path))),
          [],
        );
    });
  }

  /** The keys of an event, of its data and of its grants. */
  const keysOf = ({ data, ...event }: Record<string, unknown>): unknown => {
    const { grants, ...others } = data as { grants: object[] };
    return [event, others, ...grants].map((part) => Object.keys(part).toSorted());
  };

  /** What of the package it names. */
  const filesIn = (json: Record<string, unknown>) =>
    Object.values(json)
      .flat()
      .map((path) => String(path).replace('./node_modules/', 'dist/packages/'));
});

describe('the page of the configuration keys', () => {
  const page = PAGES_OF_DOCS.find(({ path }) => path.endsWith('config-keys.md'))?.text ?? '';

  it('has every key, with words on it', () => {
    assert.ok(configKeys().length > 80);
    for (const key of configKeys()) {
      const last = key.split('.').at(-1) ?? key;
      const row = page.split('\n').find((line) => line.startsWith('| `') && line.includes(`${last}\` | `));
      assert.match(row ?? '', /\| [A-Z]\w* .*\|$/, key);
    }
  });
});
