import { type MemberIds, memberIdsOf, type MemberIdSettings } from './member-ids.ts';

const MAX_DIGITS = 20;
const DIGITS = /^[0-9]+$/;

/** An id, and other spellings of it that the rule accepts as other members. */
interface Aliases {
  id: string;
  aliases: readonly string[];
}

/**
 * A warning for the owner if the pattern accepts several spellings of one id, which a service may read as the same. It is found by trial: with the
 * example, or else with ids of the usual kinds. Null if nothing is wrong, or if the config has `canonical`.
 */
export function aliasWarning(settings: MemberIdSettings | undefined): string | null {
  if (settings?.pattern === undefined || settings.canonical) return null;
  const found = aliasesIn(memberIdsOf(settings), settings.example);
  if (!found) return null;
  const { id, aliases } = found;
  const advice = DIGITS.test(id)
    ? "let the pattern take one of them alone, such as '[1-9][0-9]{4,19}'"
    : "let the pattern take letters of one case alone, such as '[a-z0-9_.]{2,32}', or give canonical: 'lowercase'";
  const all = [id, ...aliases];
  return `memberIds.pattern takes ${all.join(', ')} for ${all.length} members. A service that takes them for one would pay that one ${all.length} times: ${advice}. Where they are different members, canonical: 'as-written' says so`;
}

function aliasesIn(ids: MemberIds, example: string | undefined): Aliases | null {
  const isId = (text: string): boolean => 'id' in ids.read(text);
  for (const id of example === undefined ? usualIds(isId) : [example]) {
    const aliases = waysToWrite(id).filter((way) => way !== id && isId(way));
    if (aliases.length > 0) return { id, aliases };
  }
  return null;
}

/** Typical numbers, and names if the pattern accepts names: those may begin with a 0, or contain an underscore. */
function usualIds(isId: (text: string) => boolean): string[] {
  const lengths = Array.from({ length: MAX_DIGITS }, (_, at) => MAX_DIGITS - at);
  const names = lengths.map((length) => 'abcdefghijklmnopqrst'.slice(0, length)).filter(isId);
  return names.length > 0 ? names : lengths.map((length) => '12345678901234567890'.slice(0, length)).filter(isId);
}

/** Other spellings of the same number, or the same name. */
function waysToWrite(id: string): string[] {
  if (!DIGITS.test(id)) return [id.toLowerCase(), id.toUpperCase()];
  const ways = [id.replace(/^0+(?=.)/, ''), `0${id}`, `+${id}`];
  return id.length > 1 ? [...ways, `${id.slice(0, -1)}_${id.slice(-1)}`] : ways;
}
