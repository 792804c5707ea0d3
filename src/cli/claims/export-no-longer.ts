import { resolve } from 'node:path';
import { type ConfigOutput, readConfig } from '../../proxy/config/index.ts';
import { Secrets } from '../../proxy/monitoring/secrets.ts';
import type { ProofConfig } from '../../proxy/proofs/proof-config.ts';
import { type AskHolding, asksForHolding } from '../../proxy/proofs/still-held.ts';
import { colourTable } from '../output/colours.ts';
import { type OptionValues, UsageError } from '../command.ts';
import { readEnvFile } from '../config/env-file.ts';
import { findConfig, loadConfig } from '../config/load-config.ts';
import { formatOf } from '../options.ts';
import { readOutput, writeOutput } from '../output/output.ts';
import { namingConfig, withFiles } from '../config/site.ts';
import { stderrLogger } from '../output/stderr-logger.ts';
import { stdout } from '../output/stdout.ts';
import { openExisting } from '../store.ts';
import { readFilter } from './filter.ts';
import { type Counts, type NoLonger, noLonger } from './no-longer.ts';
import { noLongerCsv, noLongerJson, noLongerTable } from './no-longer-text.ts';
import { claimCount } from './text.ts';

/** Nobody waits at a widget: an RPC may be slow. */
const PATIENCE_MS = 15_000;

/** `rewards claims export --no-longer`: who was granted something for a holding that is gone. */
export async function exportNoLonger(options: OptionValues): Promise<void> {
  const { action, config, state } = options;
  if (state !== undefined) throw new UsageError('--no-longer is about granted claims alone: leave --state out');
  readEnvFile(options['env']);
  const filter = await readFilter(options);
  const output = readOutput(options);
  const isShown = stdout.isTerminal && output === null && options['format'] === undefined;
  const format = formatOf(options, 'csv');
  const actions = await readHoldings(config === undefined ? findConfig(process.cwd()) : resolve(config), action);
  const counts: Counts = { asked: 0, gone: 0, unknown: 0, without: 0 };
  const ledger = await openExisting(options['db']);
  try {
    const found = noLonger(ledger, { actions, filter, ask: patiently() }, counts);
    if (format === 'json') await writeOutput(output, noLongerJson(found));
    else if (!isShown) await writeOutput(output, noLongerCsv(found));
    else await show(found);
  } finally {
    await ledger.close();
  }
  tell(counts);
}

/** The proofs of those actions that ask for a holding, or of the one that is named. Throws if there is none. */
async function readHoldings(path: string, named: string | undefined): Promise<Map<string, ProofConfig>> {
  const { actions } = await readActions(path);
  const holdings = Object.entries(actions).flatMap(([name, { verify }]): [string, ProofConfig][] =>
    verify && asksForHolding(verify) ? [[name, verify]] : [],
  );
  const wanted = holdings.filter(([name]) => named === undefined || named === name);
  if (wanted.length > 0) return new Map(wanted);
  const others = holdings.length > 0 ? `; these do: ${holdings.map(([name]) => name).join(', ')}` : '';
  throw new Error(
    `${path}: ${named === undefined ? 'no action' : `no action ${named}`} asks for a holding on chain${others}`,
  );
}

async function readActions(path: string): Promise<Pick<ConfigOutput, 'actions'>> {
  const { config } = withFiles(await loadConfig(path), path, () => {});
  try {
    return readConfig(config, process.env, new Secrets());
  } catch (error) {
    throw namingConfig(path, error);
  }
}

function patiently(): AskHolding {
  const logger = stderrLogger();
  return (isHeld, address) => isHeld(address, { signal: AbortSignal.timeout(PATIENCE_MS), logger });
}

async function show(found: AsyncIterable<NoLonger>): Promise<void> {
  const claims: NoLonger[] = [];
  for await (const one of found) claims.push(one);
  if (claims.length > 0) stdout.print(noLongerTable(claims), colourTable);
}

/** On stderr, because a program may read the rest. Throws if there are claims that nobody could check. */
function tell({ asked, gone, unknown, without }: Counts): void {
  const rest =
    without === 0 ? '' : `; the ledger has no holding of ${claimCount(without)} more: made without one, or purged`;
  process.stderr.write(`rewards: asked about ${claimCount(asked)}: of ${gone} the holding is gone${rest}\n`);
  if (unknown > 0)
    throw new Error(`${claimCount(unknown)} could not be found out about: mend what is said of them, and ask again`);
}
