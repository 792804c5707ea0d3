import type { MemberIds } from '../identity/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { IsListed, ListSettings } from './kinds.ts';
import { ok, type Proof, UNAVAILABLE } from './proof.ts';

export interface ListContext {
  ids: MemberIds;
  logger: Logger;
  secrets: Secrets;
}

/** An entry of a list of members, and the line that it stands in, from 1. */
export interface ListedMember {
  entry: string;
  line: number;
}

/** Members on a list. Where a function of the owner's says who is, what it throws grants nothing. */
export function listProof({ members = [] }: ListSettings, { ids, logger, secrets }: ListContext): Proof {
  const isListed = typeof members === 'function' ? members : among(members, ids);
  return async ({ action, memberId }) => {
    try {
      return (await isListed(memberId))
        ? ok({ type: 'list' })
        : { kind: 'refuse', detail: 'You are not on the list for this.' };
    } catch (error) {
      logger.error({ action, error: secrets.describe(error) }, `the list of actions.${action}.verify failed`);
      return UNAVAILABLE;
    }
  };
}

function among(members: string | readonly string[], ids: MemberIds): IsListed {
  const read = listedMembers(members).map(({ entry }) => ids.read(entry));
  const listed = new Set(read.map((member) => ('id' in member ? member.id : null)));
  return (memberId) => listed.has(memberId);
}

/**
 * The entries of a list, or of a CSV: the first cell of each line, without quotes. What follows a # is left out, and so is a first line
 * without a digit, which says what the columns are.
 */
export function listedMembers(members: string | readonly string[]): ListedMember[] {
  if (typeof members !== 'string') return members.map((entry, index) => ({ entry, line: index + 1 }));
  const lines = members.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines
    .map((text, index) => ({ entry: firstCell(text.replace(/#.*/, '')), line: index + 1 }))
    .filter(({ entry, line }) => entry !== '' && !(line === 1 && !/\d/.test(entry)));
}

function firstCell(line: string): string {
  return (
    /^\s*"([^"]*)"|^([^,;\t]*)/
      .exec(line)
      ?.slice(1)
      .find((cell) => cell !== undefined) ?? ''
  ).trim();
}
