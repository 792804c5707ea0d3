import type { ClaimRecord, Ledger } from '../../ledger/index.ts';
import { colourTable, colourOutcomes } from '../output/colours.ts';
import { type Command, type OptionValues, UsageError } from '../command.ts';
import { CONFIG_OPTION } from '../config/member-ids.ts';
import { JSON_OPTION, oneOf } from '../options.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';
import { readFilter, SELECT_OPTIONS } from './filter.ts';
import { type ClaimDecision, decideOn, isUndecided } from '../../desk/claims/decide.ts';
import { claimsOf, findClaim } from '../../desk/claims/look-up.ts';
import { claimCount, claimsTable } from './text.ts';

/** `rewards claims resolve`: an operator's decision on what may have been executed. */
export const claimsResolve: Command = {
  name: 'claims resolve',
  usage: 'rewards claims resolve',
  operands: '[<id>…]',
  summary: 'decide on claims with an unknown outcome',
  options: {
    ...SELECT_OPTIONS,
    as: {
      value: '<granted|released>',
      help: 'granted: the member has it; released: the member does not, and may claim again',
    },
    by: { value: '<name>', help: 'who decides' },
    config: CONFIG_OPTION,
    ...LEDGER_OPTIONS,
    json: { ...JSON_OPTION, help: 'the claims as JSON, one object a line' },
    why: { value: '<text>', help: 'the reason, such as what the community shows' },
    yes: { help: 'without ids: decide, instead of only listing the claims' },
  },
  notes: [
    'Name the claims, or select all unknown claims that match --action, --member, --since and --until.',
    'First look whether the member has the points or the role. If you release a claim that was executed, the member can\nclaim again and is paid twice. The history keeps your name and reason for good.',
  ],
  async run(options, ids) {
    const { as, by, json, why } = options;
    if (as === undefined || by === undefined || why === undefined)
      throw new UsageError('--as, --by and --why are needed, all three');
    const decision = { state: oneOf('--as', as, ['granted', 'released']), who: by, why };
    checkSelection(options, ids);
    const ledger = await openExisting(options);
    try {
      const claims = ids.length > 0 ? await named(ledger, ids) : await unknownOnes(ledger, options);
      if (ids.length > 0 || options['yes'] !== undefined) await decide(ledger, claims, decision, json !== undefined);
      else preview(claims, json !== undefined);
    } finally {
      await ledger.close();
    }
  },
};

/** A decision needs ids or a filter, so that nobody decides on all claims by mistake. */
function checkSelection(options: OptionValues, ids: readonly string[]): void {
  const filtered = Object.keys(SELECT_OPTIONS).some((name) => options[name] !== undefined);
  if (ids.length > 0 && filtered) throw new UsageError('name the claims, or say which they are, but not both');
  if (ids.length === 0 && !filtered) {
    throw new UsageError('name the claims, or say which with --action, --member, --since or --until');
  }
}

/** Throws if one of the ids is wrong, before anything is decided. */
async function named(ledger: Ledger, ids: readonly string[]): Promise<ClaimRecord[]> {
  const claims: ClaimRecord[] = [];
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- they are few
    const claim = await findClaim(ledger, id).catch((error: Error) => {
      throw new Error(`${error.message}; nothing was changed`, { cause: error });
    });
    if (!isUndecided(claim)) {
      throw new Error(`claim ${claim.id} has nothing unknown, it is ${claim.state}; nothing was changed`);
    }
    // Two prefixes may name the same claim.
    if (claims.every(({ id: known }) => known !== claim.id)) claims.push(claim);
  }
  return claims;
}

async function unknownOnes(ledger: Ledger, options: OptionValues): Promise<ClaimRecord[]> {
  const claims: ClaimRecord[] = [];
  for await (const claim of claimsOf(ledger, { ...(await readFilter(options)), state: 'unknown' })) claims.push(claim);
  return claims;
}

function preview(claims: readonly ClaimRecord[], asJson: boolean): void {
  if (asJson) return claims.forEach((claim) => stdout.print(JSON.stringify(claim)));
  if (claims.length === 0) return stdout.print('no claims');
  stdout.print(claimsTable(claims), colourTable);
  stdout.print(`\n${claimCount(claims.length)}. Nothing was changed: add --yes to decide on all of them.`);
}

async function decide(
  ledger: Ledger,
  claims: readonly ClaimRecord[],
  decision: ClaimDecision,
  asJson: boolean,
): Promise<void> {
  let done = 0;
  const others: ClaimRecord[] = [];
  try {
    const ids = claims.map(({ id }) => id);
    for await (const decided of decideOn(ledger, ids, decision)) {
      if (!decided) continue;
      const { claim, moved } = decided;
      if (moved) done += 1;
      else others.push(claim);
      if (asJson) stdout.print(JSON.stringify(claim));
      else if (moved) stdout.print(`${claim.id} ${decision.state}`, colourOutcomes);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message}; ${done} of ${claimCount(claims.length)} had been decided by then`, { cause: error });
  }
  if (claims.length !== 1 && !asJson) stdout.print(`${claimCount(done)} ${decision.state}`);
  if (others.length > 0) {
    const states = others.map(({ id, state }) => `${id} is ${state}`).join(', ');
    throw new Error(
      `others had settled ${claimCount(others.length)} by then, and your decision was not recorded: ${states}`,
    );
  }
}
