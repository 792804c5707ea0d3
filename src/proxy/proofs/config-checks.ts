import { isRecord } from '../../contract/guard.ts';
import type { Keys, Report } from '../config/part.ts';
import { errorOf, MemberIdsSchema } from '../identity/member-ids-config.ts';
import { memberIdsOf } from '../identity/member-ids.ts';
import { listedMembers } from './listed-members.ts';
import { wordOf } from './words.ts';

/** How deeply `all`, `any` and `not` may be nested. */
export const MAX_DEPTH = 3;

/** Checks what the schema of one proof cannot see. Values may have any type here: the schema reports wrong types. */
export function checkProofs({ verify, fields }: Keys, report: Report, context: { name: string; config: Keys }): void {
  const taken = new Set(isRecord(fields) ? Object.keys(fields) : []);
  for (const { proof, path } of kindsIn(verify)) {
    const inProof: Report = (rest, message) => report(['verify', ...path, ...rest], message);
    checkCodes(proof, inProof);
    checkQuestions(proof, inProof);
    checkTicket(proof, path, inProof);
    checkPrerequisite(proof, context, inProof);
    checkMembers(proof, context.config, inProof);
    for (const [field, where] of fieldsOf(proof)) {
      if (taken.has(field)) inProof(where, `is the name of another field of the action, '${field}': take another`);
      taken.add(field);
    }
  }
}

interface Placed {
  proof: Keys;
  path: PropertyKey[];
}

/** The proofs of a kind in a setting that is not checked yet, with their paths. */
function kindsIn(given: unknown, path: PropertyKey[] = [], depth = 0): Placed[] {
  if (!isRecord(given) || depth > MAX_DEPTH) return [];
  const { all, any, not } = given;
  const lists = Object.entries({ all, any }).flatMap(([key, list]) =>
    Array.isArray(list) ? list.flatMap((one, index) => kindsIn(one, [...path, key, index], depth + 1)) : [],
  );
  const rest = not === undefined ? [] : kindsIn(not, [...path, 'not'], depth + 1);
  return given['type'] === undefined ? [...lists, ...rest] : [{ proof: given, path }];
}

function checkCodes(proof: Keys, report: Report): void {
  const { type, codes } = proof;
  if (type !== 'code') return;
  const given = ['code', 'sha256', 'codes'].filter((key) => Object.hasOwn(proof, key));
  if (given.length !== 1) report([], 'must have one of code, sha256 and codes');
  if (!Array.isArray(codes)) return;
  const seen = new Set<string>();
  for (const [index, one] of codes.entries()) {
    if (typeof one !== 'string') continue;
    if (seen.has(wordOf(one))) report(['codes', index], 'is there twice, as capitals, blanks and hyphens do not count');
    seen.add(wordOf(one));
  }
}

function checkQuestions({ type, questions }: Keys, report: Report): void {
  if (type !== 'quiz' || !isRecord(questions)) return;
  for (const [name, question] of Object.entries(questions)) {
    if (!isRecord(question) || !Array.isArray(question['options'])) continue;
    const words = question['options'].filter((option) => typeof option === 'string').map(wordOf);
    const answers = [question['answer']].flat().filter((answer) => typeof answer === 'string');
    if (answers.some((answer) => !words.includes(wordOf(answer)))) {
      report(['questions', name, 'answer'], 'must be one of the options');
    }
  }
}

function checkTicket({ type }: Keys, path: readonly PropertyKey[], report: Report): void {
  if (type === 'ticket' && path.includes('not')) {
    report([], 'is useless within not, where a visitor without a ticket would pass: remove it');
  }
}

function checkPrerequisite(
  { type, action }: Keys,
  { name, config }: { name: string; config: Keys },
  report: Report,
): void {
  if (type !== 'prerequisite' || typeof action !== 'string' || action === '') return;
  const { actions } = config;
  if (action === name) report(['action'], 'is the action itself: name another');
  else if (isRecord(actions) && !Object.hasOwn(actions, action)) {
    report(['action'], `is '${action}', which is no action of the config`);
  }
}

/** The schema reports errors in `memberIds` itself, and entries that are no text. */
function checkMembers(proof: Keys, { memberIds = {} }: Keys, report: Report): void {
  const { type, members } = proof;
  if (type !== 'list') return;
  const sources = ['members', 'file'].filter((key) => Object.hasOwn(proof, key));
  if (sources.length !== 1) report([], 'must have one of members and file');
  else if (sources[0] === 'file') report(['file'], ONLY_COMMAND);
  const settings = MemberIdsSchema.safeParse(memberIds);
  const given = typeof members === 'string' || Array.isArray(members) ? members : null;
  if (given === null || !settings.success) return;
  const ids = memberIdsOf(settings.data);
  const listed = listedMembers(typeof given === 'string' ? given : given.filter((entry) => typeof entry === 'string'));
  if (listed.length === 0) report(['members'], 'must name at least one member');
  for (const { entry, line } of listed) {
    const error = errorOf(entry, ids);
    if (error !== null)
      report(
        typeof given === 'string' ? ['members'] : ['members', line - 1],
        typeof given === 'string' ? `line ${line} ${error}` : error,
      );
  }
}

const ONLY_COMMAND = 'works only with the rewards command: elsewhere use members';

/** The names of the fields that a proof adds, and their paths in it. */
function fieldsOf({ type, field = 'code', questions }: Keys): [string, PropertyKey[]][] {
  if (type === 'quiz' && isRecord(questions)) return Object.keys(questions).map((name) => [name, ['questions', name]]);
  return (type === 'code' || type === 'rotating-code') && typeof field === 'string' ? [[field, ['field']]] : [];
}
