import { existsSync } from 'node:fs';
import { actionsOf } from '../../proxy/actions/read-actions.ts';
import { ConfigError, readConfig } from '../../proxy/config/index.ts';
import { aliasWarning, identitySettings, redirectUrl } from '../../proxy/identity/index.ts';
import { ONLY_SERVICE } from '../../proxy/upstream/config.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import { Secrets } from '../../proxy/monitoring/secrets.ts';
import { loadConfig } from '../config/load-config.ts';
import { MembersFile } from '../config/members-file.ts';
import { configProblems, withFiles } from '../config/site.ts';
import { fitsHeader } from '../../service/api-key.ts';
import { fetchTransport } from '../../service/index.ts';
import { checkChallenges } from './check-challenges.ts';
import { checkEvents } from './check-events.ts';
import { checkPrivate } from './check-private.ts';
import type { ActionRule } from './check-rules.ts';
import type { Findings } from '../../common/finding.ts';
import { messageOf } from '../../common/message-of.ts';

/** What the other checks need to know of the config. */
export interface Checked {
  origins: readonly string[];
  /** Whether the proxy bounds how many requests an address may send. */
  limited: boolean;
  /** How the actions repeat. */
  rules: readonly ActionRule[];
  /** The services' names, in the config and in the ledger, and addresses. */
  services: readonly { name: string; inLedger: string; baseUrl: string }[];
  /** The API keys, for looking whether they are where they must not be. */
  keys: readonly string[];
}

/** Checks the config and the API keys. Resolves with null if there is no config to go by. */
export async function checkConfig(path: string, findings: Findings): Promise<Checked | null> {
  const { ok, warn, fail } = findings.of('config');
  try {
    const loaded = await loadConfig(path);
    const { config, files } = withFiles(loaded, path, () => {});
    const settings = readConfig(config, process.env, new Secrets());
    for (const file of files) {
      // oxlint-disable-next-line no-await-in-loop -- their findings come in order
      if (file instanceof MembersFile) await file.reload().catch((error: unknown) => fail(messageOf(error)));
    }
    const actions = Object.keys(settings.actions).length;
    ok(`${path} is valid: ${actions === 1 ? '1 action' : `${actions} actions`}`);
    const alias = aliasWarning(settings.memberIds);
    if (alias !== null) warn(alias);
    const { origins, service, services = service ? { service } : {} } = settings;
    const entries = Object.entries(services);
    const keys = await checkKeys(loaded, entries, findings);
    checkOrigins(origins, findings);
    await checkChallenges(settings, loaded, findings, fetchTransport());
    checkEvents(settings, loaded, findings);
    const { mount } = settings;
    const { platform } = identitySettings(settings);
    if (platform) {
      const address = redirectUrl(platform.origin, mount);
      findings.of('platform').ok(`the address to register at the platform, for its redirects, is ${address}`);
    }
    const limited = settings.limits.requests !== false;
    const rules = Array.from(actionsOf(settings).values(), ({ name, rule }) => ({ action: name, rule }));
    const inLedger = (name: string): string => (service ? ONLY_SERVICE : name);
    const found = entries.map(([name, { baseUrl }]) => ({ name, inLedger: inLedger(name), baseUrl }));
    return { origins, limited, rules, keys, services: found };
  } catch (error) {
    if (error instanceof ConfigError) for (const problem of configProblems(path, error)) fail(problem);
    else fail(messageOf(error));
    return null;
  }
}

type ServiceSettings = { apiKey: string | (() => string | Promise<string>) };

async function checkKeys(
  loaded: RewardsConfig,
  services: readonly [string, ServiceSettings][],
  findings: Findings,
): Promise<string[]> {
  const { ok, warn, fail } = findings.of('key');
  const keys: string[] = [];
  for (const [name, { apiKey }] of services) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one or two
      const key = typeof apiKey === 'string' ? apiKey : await apiKey();
      keys.push(key.trim());
      if (/^['"“”‘’]|['"“”‘’]$/.test(key.trim())) fail(`the key of ${name} has quotes around it: take them away`);
      else if (/\s/.test(key.trim())) fail(`the key of ${name} has white space in it: copy it again`);
      else if (!fitsHeader(key.trim())) fail(`the key of ${name} has characters that no key has: copy it again`);
      else ok(`the key of ${name} is there`);
    } catch (error) {
      fail(messageOf(error));
    }
  }
  if (holdsKey(loaded)) {
    warn("the key stands in the config itself: give it as env('REWARDS_API_KEY'), and keep it out of version control");
  }
  const file = process.env['REWARDS_API_KEY_FILE'];
  if (file && existsSync(file) && checkPrivate(file, warn)) ok(`${file} is readable by its owner alone`);
  return keys.filter((key) => key !== '');
}

function holdsKey({ service, services = {} }: RewardsConfig): boolean {
  return [service, ...Object.values(services)].some(
    (one) => typeof one === 'object' && 'apiKey' in one && typeof one.apiKey === 'string',
  );
}

function checkOrigins(origins: readonly string[], findings: Findings): void {
  const { ok, warn } = findings.of('origins');
  const local = origins.filter((origin) => /^https?:\/\/(([\w-]+\.)*localhost|127\.|\[::1\])/.test(origin));
  const plain = origins.filter((origin) => origin.startsWith('http:') && !local.includes(origin));
  for (const origin of plain) warn(`${origin} has no TLS: what visitors send can be read on the way`);
  if (local.length > 0 && local.length < origins.length) {
    warn(
      `${local.join(', ')} is for development, or for an app that shows its pages there: leave it out where the public site is served, unless you have such an app`,
    );
  }
  ok(origins.join(', '));
}
