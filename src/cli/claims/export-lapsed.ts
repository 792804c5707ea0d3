import { resolve } from 'node:path';
import { type ConfigOutput, readConfig } from '../../proxy/config/index.ts';
import { Secrets } from '../../proxy/monitoring/secrets.ts';
import type { ProofConfig } from '../../proxy/proofs/proof-config.ts';
import { type AskHolding, asksForHolding } from '../../proxy/proofs/still-held.ts';
import { colourTable } from '../output/colours.ts';
import { type OptionValues, UsageError } from '../command.ts';
import { findConfig, loadConfig } from '../config/load-config.ts';
import { formatOf } from '../options.ts';
import { readOutput, writeOutput } from '../output/output.ts';
import { namingConfig, withFiles } from '../config/site.ts';
import { stderrLogger } from '../output/stderr-logger.ts';
import { stdout } from '../output/stdout.ts';
import { readStore } from '../store.ts';
import { readFilter } from './filter.ts';
import { type Counts, type LapsedClaim, lapsedClaims } from './lapsed-claims.ts';
import { lapsedCsv, lapsedJson, lapsedTable } from './lapsed-text.ts';
import { claimCount } from './text.ts';

/** Longer than while a visitor waits: an RPC may be slow. */
const CHECK_TIMEOUT_MS = 15_000;

/** `rewards claims export --no-longer`: claims that were granted for a holding which is gone. */
export async function exportLapsed(options: OptionValues): Promise<void> {
  const { action, config, state } = options;
  if (state !== undefined) throw new UsageError('--no-longer is about granted claims alone: leave --state out');
  const filter = await readFilter(options);
  const store = readStore(options);
  const output = readOutput(options, store);
  const isShown = stdout.isTerminal && output === null && options['format'] === undefined;
  const format = formatOf(options, 'csv');
  const actions = await readHoldings(config === undefined ? findConfig(process.cwd()) : resolve(config), action);
  const counts: Counts = { asked: 0, gone: 0, unknown: 0, without: 0 };
  const ledger = await store.open();
  try {
    const found = lapsedClaims(ledger, { actions, filter, ask: holdingCheck() }, counts);
    if (format === 'json') await writeOutput(output, lapsedJson(found));
    else if (!isShown) await writeOutput(output, lapsedCsv(found));
    else await show(found);
  } finally {
    await ledger.close();
  }
  reportCounts(counts);
}

/** The proof of each action that asks for a holding, or of the named one only. Throws if there is none. */
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

function holdingCheck(): AskHolding {
  const logger = stderrLogger();
  return (isHeld, address) => isHeld(address, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS), logger });
}

async function show(found: AsyncIterable<LapsedClaim>): Promise<void> {
  const claims: LapsedClaim[] = [];
  for await (const one of found) claims.push(one);
  if (claims.length > 0) stdout.print(lapsedTable(claims), colourTable);
}

/** Prints to stderr, because a program may read stdout. Throws if some claims could not be checked. */
function reportCounts({ asked, gone, unknown, without }: Counts): void {
  const rest =
    without === 0 ? '' : `; the ledger has no holding of ${claimCount(without)} more: made without one, or purged`;
  process.stderr.write(`rewards: asked about ${claimCount(asked)}: of ${gone} the holding is gone${rest}\n`);
  if (unknown > 0)
    throw new Error(
      `${claimCount(unknown)} could not be checked: fix the reason that is given for each, and run the command again`,
    );
}
