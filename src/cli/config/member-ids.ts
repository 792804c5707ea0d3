import { resolve } from 'node:path';
import { memberNames } from '../../desk/claims/member-names.ts';
import { ConfigError } from '../../proxy/config/index.ts';
import { type MemberIds, memberIdsOf } from '../../proxy/identity/index.ts';
import { readMemberIds } from '../../proxy/identity/member-ids-config.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import { type OptionSpec, UsageError } from '../command.ts';
import { loadConfig, usualConfig } from './load-config.ts';

/** The config, for commands that need only its rule for member ids. */
export const CONFIG_OPTION: OptionSpec = {
  value: '<file>',
  help: 'the config, for the rule of member ids (memberIds); by default that of this folder, if there is one',
};

/** A member that an operator has named. */
export interface NamedMember {
  /** The canonical id; null if the rule does not accept it. */
  id: string | null;
  /** Ids under which the ledger may have the member: the canonical one, and the one that was typed, which an earlier rule may have accepted. */
  names: readonly string[];
}

/** The rule for member ids: of the named config, or else of the config in this folder, or else the default rule. */
export async function findMemberIds(config: string | undefined): Promise<MemberIds> {
  const path = config === undefined ? usualConfig(process.cwd()) : resolve(config);
  return path === null ? memberIdsOf() : memberIdsIn(await loadConfig(path), path);
}

/** The rule for member ids of a config that is not validated yet. Throws one line for each error in the rule. */
export function memberIdsIn(config: RewardsConfig, path: string): MemberIds {
  try {
    return readMemberIds(config, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new Error(error.issues.map((issue) => `${path}: ${issue}`).join('\n'), { cause: error });
  }
}

/** The member whom the text names. Throws `UsageError` if no ledger can have such an id. */
export function namedMember(text: string, ids: MemberIds): NamedMember {
  const { id, names } = memberNames(text, ids);
  if (names.length === 0) throw new UsageError(`a member id is ${ids.rule}`);
  return { id, names };
}

/** The member that the operands name, by the rule of the config. Throws `UsageError`. */
export async function readMember(
  [text, ...more]: readonly string[],
  { usage, config }: { usage: string; config: string | undefined },
): Promise<{ member: NamedMember; ids: MemberIds }> {
  if (text === undefined || more.length > 0) throw new UsageError(`name one member: ${usage} <id>`);
  const ids = await findMemberIds(config);
  return { member: namedMember(text, ids), ids };
}

/** Throws `UsageError` if the rule does not accept the id and the ledger has nothing under it from an earlier rule. */
export function checkKnown({ id, names }: NamedMember, found: boolean, { rule }: MemberIds): void {
  if (id !== null || found) return;
  throw new UsageError(`a member id is ${rule}, and the ledger has nothing under ${names.join(' or ')} either`);
}
