import { resolve } from 'node:path';
import { asTyped } from '../output/as-typed.ts';
import { colourFirstWord } from '../output/colours.ts';
import { type Command, UsageError } from '../command.ts';
import { findConfig } from '../config/load-config.ts';
import { formatOf } from '../options.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS } from '../store.ts';
import { visible } from '../output/visible.ts';
import { checkConfig } from './check-config.ts';
import { fetchPage } from './check-page.ts';
import { checkProxy } from './check-proxy.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkService } from './check-service.ts';
import { checkSite } from './check-site.ts';
import { checkStore } from './check-store.ts';
import { type Finding, Findings } from '../../common/finding.ts';
import { messageOf } from '../../common/message-of.ts';

/** `rewards doctor`: looks for what may go wrong, and says how to fix it. */
export const doctor: Command = {
  name: 'doctor',
  usage: 'rewards doctor',
  summary: 'check config, key, ledger, service and proxy, without spending anything',
  options: {
    config: { value: '<file>', help: 'the config; by default the one that rewards serve finds' },
    ...LEDGER_OPTIONS,
    format: { value: '<table|json>', help: 'a line each (the default), or one JSON array' },
    json: { help: 'short for --format json' },
    page: {
      value: '<address>',
      help: 'a page with a widget, such as https://www.example.org/; with --url, check that it may use the proxy',
    },
    site: { value: '<folder>', help: 'the built site, to search for the API key' },
    url: {
      value: '<address>',
      help: "the running proxy's public address with its mount, such as https://example.org/rewards",
    },
  },
  notes: [
    'Exit status 1 if anything failed. The service is asked only for its base address, without the key: nothing is given. The ledger\nis tested with a claim that is undone, and with a few bytes that stay.',
  ],
  async run(options) {
    const { config, page: pageAddress, site, url } = options;
    if (pageAddress !== undefined && url === undefined)
      throw new UsageError('--page needs --url, the proxy that it uses');
    const shape = formatOf(options, 'table');
    const findings = new Findings();
    const path = configPath(config, findings);
    const checked = path === null ? null : await checkConfig(path, findings);
    for (const { name, baseUrl } of checked?.services ?? []) {
      // oxlint-disable-next-line no-await-in-loop -- their findings come in order
      await checkService(name, baseUrl, findings);
    }
    await checkStore(options, checked ?? { rules: [], services: [] }, findings);
    if (site !== undefined) await checkSite(resolve(site), checked?.keys ?? [], findings);
    const page = pageAddress === undefined ? null : await fetchPage(pageAddress, findings);
    if (page) await checkSecrets(page.url, findings);
    if (url !== undefined) {
      const { origins, limited } = checked ?? { origins: page ? [page.url.origin] : [], limited: false };
      const actions = checked?.rules.map(({ action }) => action);
      await checkProxy(url, { origins, limited, actions, page }, findings);
    }

    const { all } = findings;
    if (shape === 'json') stdout.print(JSON.stringify(all, null, 2));
    else stdout.print(await asTyped(all.map(line).join('\n')), colourFirstWord);
    const failed = all.filter(({ level }) => level === 'fail').length;
    if (failed > 0) throw new Error(failed === 1 ? '1 check failed' : `${failed} checks failed`);
  },
};

/** The config's path; null, with a finding that says so, if there is none. */
function configPath(given: string | undefined, findings: Findings): string | null {
  if (given !== undefined) return resolve(given);
  try {
    return findConfig(process.cwd());
  } catch (error) {
    findings.of('config').fail(messageOf(error));
    return null;
  }
}

function line({ level, check, text }: Finding): string {
  return `${level.padEnd(5)} ${check.padEnd(8)} ${visible(text)}`;
}
