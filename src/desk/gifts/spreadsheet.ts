type Column = 'memberId' | 'role' | 'key';

/** What a spreadsheet makes of an id that it takes for a number. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** Whether a spreadsheet took what was here for a number, and wrote a short one instead. */
export function isShortened(cell: string): boolean {
  return SHORTENED.test(cell);
}

/** What is left of ids and keys that a spreadsheet took for numbers, of which it keeps 15 digits. */
export function changedBySpreadsheet(cellOf: (column: Column) => string, isRounded: (id: string) => boolean): string[] {
  const shortened = (['memberId', 'role', 'key'] as const).filter((column) => isShortened(cellOf(column)));
  const issues = shortened.map(
    (column) =>
      `a spreadsheet has shortened ${column} to ${cellOf(column)}: get it anew, and have the spreadsheet keep the column as text`,
  );
  if (isRounded(cellOf('memberId'))) {
    issues.push(
      'a spreadsheet has rounded memberId, for most in this file end in zeros: get the ids anew, and have the spreadsheet keep the column as text',
    );
  }
  return issues;
}

/** Which ids were rounded: one may end in zeros by chance, but not most of them. */
export function roundedIds(ids: readonly string[]): (id: string) => boolean {
  const long = [...new Set(ids)].filter((id) => /^\d{17,20}$/.test(id));
  const rounded = new Set(long.filter((id) => /^0+$/.test(id.slice(15))));
  const areMost = rounded.size > 1 && rounded.size * 2 > long.length;
  return (id) => areMost && rounded.has(id);
}
