/** An entry of a list of members, and its line number, from 1. */
export interface ListedMember {
  entry: string;
  line: number;
}

/**
 * The entries of a list, or of a CSV: the first cell of each line, without quotes. Comments after a # are left out, and so is a first line without a
 * digit, which is a heading.
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
