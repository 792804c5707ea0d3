import { resolve } from 'node:path';
import { memberNames } from '../../desk/claims/member-names.ts';
import { ConfigError } from '../../proxy/config/index.ts';
import { type MemberIds, memberIdsOf } from '../../proxy/identity/index.ts';
import { readMemberIds } from '../../proxy/identity/member-ids-config.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import { type OptionSpec, UsageError } from '../command.ts';
import { loadConfig, usualConfig } from './load-config.ts';

/** The option that says by which rule ids are read. */
export const CONFIG_OPTION: OptionSpec = {
  value: '<file>',
  help: 'the config, for the rule of member ids (memberIds); by default that of this folder, if there is one',
};

/** A member as an operator names one. */
export interface NamedMember {
  /** The id as it is always written; null if the rule takes no such id. */
  id: string | null;
  /**
   * What the ledger may know the member by: the id, and the text as it was typed. Claims that were made under another rule stand
   * as they were.
   */
  names: readonly string[];
}

/** The rule for ids of the config that is named, or of the one in this folder; the usual rule where there is none. */
export async function findMemberIds(config: string | undefined): Promise<MemberIds> {
  const path = config === undefined ? usualConfig(process.cwd()) : resolve(config);
  return path === null ? memberIdsOf() : memberIdsIn(await loadConfig(path), path);
}

/** The rule for ids of a config that was loaded, and is not checked yet. Throws one line for each thing that is wrong with it. */
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

/** Throws `UsageError` if the rule takes no such id, and the ledger has nothing under it from before the rule either. */
export function checkKnown({ id, names }: NamedMember, found: boolean, { rule }: MemberIds): void {
  if (id !== null || found) return;
  throw new UsageError(`a member id is ${rule}, and the ledger has nothing under ${names.join(' or ')} either`);
}
