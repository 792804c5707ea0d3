import { isRecord } from '../../common/is-record.ts';
import { checkChallenge } from './challenge-rules.ts';
import { checkIdentity, checkPlatform } from './identity-rules.ts';
import { checkLists } from './member-ids-schema.ts';

/** What is wrong in the config, and where. */
export interface ConfigIssue {
  path: PropertyKey[];
  message: string;
}

type Keys = Record<string, unknown>;
type Report = (path: PropertyKey[], message: string) => void;

/**
 * What breaks the rules between keys, beside what the schema says of single ones, so that the owner hears of everything at once.
 * Values may be of any type here: the schema reports those of a wrong one.
 */
export function brokenRules(config: unknown): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  if (isRecord(config)) checkConfig(config, (path, message) => issues.push({ path, message }));
  return issues;
}

function checkConfig(config: Keys, report: Report): void {
  const { service, services, actions, budget, memberPoints, platform } = config;
  if (service !== undefined && services !== undefined) {
    report(['services'], 'cannot stand beside service: move that one into services, under a name');
  }
  const known = isRecord(services) ? Object.keys(services) : null;
  if (known?.length === 0) report(['services'], 'must name at least one');
  for (const [name, action] of entries(actions)) {
    const reportAction: Report = (path, message) => report(['actions', name, ...path], message);
    checkAction(action, known, reportAction);
    checkIdentity(action, config, reportAction);
    checkChallenge(name, action, reportAction);
  }
  if (isRecord(platform)) checkPlatform(platform, config, (path, message) => report(['platform', ...path], message));
  checkLists(config, report);
  const dearest = dearestAction(actions);
  if (!dearest) return;
  const tooLittle = `is less than one claim of ${dearest.name} can give (${dearest.points}), so that could never be made: raise it`;
  if (isBelow(budget, dearest.points)) report(['budget'], tooLittle);
  if (isRecord(memberPoints) && isBelow(memberPoints['points'], dearest.points)) {
    report(['memberPoints', 'points'], tooLittle);
  }
}

/** The action whose claim may give the most points, as far as the config says. */
function dearestAction(actions: unknown): { name: string; points: number } | undefined {
  const priced = entries(actions).map(([name, { points }]) => ({ name, points: mostPoints(points) }));
  return priced.toSorted((one, other) => other.points - one.points).find(({ points }) => points > 0);
}

/** The most points that one claim gives; 0 where a function decides, or nothing is given. */
function mostPoints(points: unknown): number {
  return Math.max(0, ...[points].flat().filter((value) => typeof value === 'number'));
}

function isBelow(limit: unknown, points: number): boolean {
  return typeof limit === 'number' && limit > 0 && limit < points;
}

function checkAction(action: Keys, services: string[] | null, report: Report): void {
  const { repeats, everyHours, points, role, opens, closes, budget, fields } = action;
  if (points === undefined && role === undefined) report([], 'gives nothing: add points, or a role, or both');
  if (repeats === 'rolling' && everyHours === undefined) {
    report(['everyHours'], "is missing: with repeats: 'rolling', the hours between two claims");
  }
  if (repeats !== 'rolling' && everyHours !== undefined) {
    report(['everyHours'], "goes with repeats: 'rolling' only: leave it out, or set that");
  }
  const byStreak = Array.isArray(points) || typeof points === 'function';
  if (byStreak && (repeats === 'once' || repeats === 'rolling')) {
    report(['points'], `must be one number, because repeats: '${repeats}' has no streak`);
  }
  if (budget !== undefined && points === undefined) report(['budget'], 'goes with points only: leave it out');
  if (isBelow(budget, mostPoints(points))) {
    report(
      ['budget'],
      `is less than one claim can give (${mostPoints(points)}), so that could never be made: raise it`,
    );
  }
  if (typeof opens === 'string' && typeof closes === 'string' && Date.parse(opens) >= Date.parse(closes)) {
    report(['closes'], 'must be later than opens');
  }
  checkChoice(action['service'], services, (message) => report(['service'], message));
  for (const [name, field] of entries(fields)) {
    checkField(field, (path, message) => report(['fields', name, ...path], message));
  }
}

function checkChoice(service: unknown, known: string[] | null, report: (message: string) => void): void {
  if (known === null) {
    if (service !== undefined) report('has nothing to choose from: leave it out, or give services');
  } else if (service === undefined) {
    report(`is missing: which of services it belongs to (${known.join(', ')})`);
  } else if (typeof service === 'string' && !known.includes(service)) {
    report(`is none of services (${known.join(', ')})`);
  }
}

function checkField({ type, maxLength, options }: Keys, report: Report): void {
  if (type === 'select' && options === undefined) report(['options'], 'is missing: what the select offers');
  if (type !== 'select' && options !== undefined) report(['options'], 'goes with a select only');
  if (maxLength !== undefined && typeof type === 'string' && !TEXTUAL.includes(type)) {
    report(['maxLength'], `goes with ${TEXTUAL.join(', ')} only`);
  }
}

const TEXTUAL = ['text', 'textarea', 'email', 'tel', 'url'];

function entries(section: unknown): [string, Keys][] {
  if (!isRecord(section)) return [];
  return Object.entries(section).filter((entry): entry is [string, Keys] => isRecord(entry[1]));
}
