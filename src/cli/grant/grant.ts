import { uptime } from 'node:os';
import type { Ledger } from '../../ledger/index.ts';
import type { Gift, Proxy } from '../../proxy/index.ts';
import { undiciTransport } from '../../service/undici.ts';
import { AT_ONCE } from '../../desk/gifts/audited-run.ts';
import { type Command, type OptionValues, UsageError } from '../command.ts';
import { JSON_OPTION } from '../options.ts';
import { elementFiles } from '../page-files.ts';
import { loadSite, proxyFor, readyAt } from '../config/site.ts';
import { SITE_OPTIONS } from '../config/site-options.ts';
import { LEDGER_OPTIONS, readStore } from '../store.ts';
import { giveFile } from './give-file.ts';
import { giveOne } from './give-one.ts';
import { stderrLogger } from '../output/stderr-logger.ts';

const elapsed = (): number => uptime() * 1000;

/** `rewards grant`: points or a role, given by hand to one member or to those in a file. */
export const grant: Command = {
  name: 'grant',
  usage: 'rewards grant',
  summary: 'give points or a role by hand, to one member or to those in a file',
  options: {
    ...SITE_OPTIONS,
    by: { value: '<name>', help: 'who gives it' },
    ...LEDGER_OPTIONS,
    'dry-run': { help: 'check everything and say what would be given, but give nothing' },
    file: { value: '<file>', help: 'a CSV with the columns memberId, points or role, remark and key' },
    json: JSON_OPTION,
    key: { value: '<text>', help: 'with --member: the unique key of this gift' },
    member: { value: '<id>', help: 'the member, for one gift' },
    points: { value: '<number>', help: 'with --member: how many' },
    remark: { value: '<text>', help: 'with --member: the reason that the member reads' },
    role: { value: '<id>', help: "with --member: the role's id" },
    service: { value: '<name>', help: 'the service of the config, if there are several' },
    why: { value: '<text>', help: 'the reason, for the claims and the audit' },
  },
  notes: [
    'Each key is given once, ever: after an interruption run the same file again, and lines that were given are skipped. The whole file\nis checked before the first line is given. Ctrl-C waits for lines in flight and ends with the report. A second Ctrl-C stops at once;\nlines in flight are then checked when you give the file again.',
    'It works beside rewards serve on the same ledger. Exit status: 0 if every line is given, 1 if some are not or are unknown,\n2 if nothing started because the file or the options are wrong.',
  ],
  run,
};

async function run(options: OptionValues): Promise<void> {
  const isOne = options['file'] === undefined;
  checkOptions(options, isOne);
  const store = readStore(options);
  const logger = stderrLogger();
  const { path, config } = await loadSite(options, (error) => logger.error({}, error.message));
  const transport = undiciTransport({ connections: AT_ONCE });
  const opened = await store.open({ thread: true });
  const ledger = options['dry-run'] === undefined ? opened : dryRunLedger(opened);
  try {
    const env = process.env;
    // The proxy answers no requests here, but the config may need all of these.
    const proxy = proxyFor(path, { ...config, ledger, logger, transport, env, elapsed, elements: elementFiles });
    try {
      await readyAt(path, proxy);
      await give(proxy, options, isOne);
    } finally {
      await proxy.close();
    }
  } finally {
    await transport.close();
    await opened.close();
  }
}

function give(proxy: Proxy, options: OptionValues, isOne: boolean): Promise<void> {
  const { by = '', why, service, json } = options;
  const same: Pick<Gift, 'by' | 'why' | 'service'> = { by, why, service };
  const how = { isDry: options['dry-run'] !== undefined, asJson: json !== undefined };
  if (isOne) return giveOne(proxy, { ...giftOf(options), ...same }, how);
  return giveFile(proxy, options['file'] ?? '', same, { ...how, elapsed });
}

function giftOf({ member = '', key = '', points, role, remark }: OptionValues): Omit<Gift, 'by'> {
  return {
    memberId: member,
    key,
    remark,
    role,
    points: points === undefined ? undefined : /^\d+$/.test(points) ? Number(points) : Number.NaN,
  };
}

const OF_ONE = ['member', 'key', 'points', 'role', 'remark'];

function checkOptions(options: OptionValues, isOne: boolean): void {
  if (options['by'] === undefined) throw new UsageError('--by is needed: who gives it');
  const given = OF_ONE.filter((name) => options[name] !== undefined);
  if (!isOne && options['member'] !== undefined) throw new UsageError('--member and --file are two ways: give one');
  if (!isOne && given.length > 0) throw new UsageError(`--${given[0]} goes with --member, and not with --file`);
  if (isOne && options['member'] === undefined)
    throw new UsageError('say to whom: --member <id>, or --file <file> with many');
  if (isOne && options['key'] === undefined) {
    throw new UsageError(
      '--key is needed: what tells this gift from all others, such as raffle-2026-06-1, so that it is given once however often it is tried',
    );
  }
}

/** The same ledger without the changes that the start of a proxy makes: recovery, retries, receivers and deliveries. */
function dryRunLedger(ledger: Ledger): Ledger {
  return {
    ...ledger,
    recover: async () => [],
    retryable: async () => [],
    setReceivers: async () => {},
    takeDeliveries: async () => [],
  };
}
