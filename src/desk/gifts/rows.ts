import { CsvError, parse } from 'csv-parse/sync';

/** What is wrong with a line, or with the file as a whole, where it is line 1. */
export interface LineIssues {
  line: number;
  issues: readonly string[];
}

/** A row of a file. */
export interface Row {
  /** The line in which it begins: a cell in quotes may have several. */
  line: number;
  cells: readonly string[];
}

/** In the order in which a first line is tried: what spreadsheets write in one country or another. */
const DELIMITERS = [',', ';', '\t'] as const;
/** The first line of a file that tells spreadsheets what stands between cells; they show no such line. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?$/i;
/** In what quotes CSV is not written, by csv-parse's code for it. */
const MISQUOTED: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell begins with a quote, and has none at its end',
  CSV_INVALID_CLOSING_QUOTE: 'a cell goes on after the quote that ends it',
  INVALID_OPENING_QUOTE: 'a quote stands within a cell that does not begin with one',
};

/** The rows of a CSV (RFC 4180; commas, semicolons or tabs) that have anything in them, or where it is none, and why. */
export function readRows(file: string): { rows: Row[] } | LineIssues {
  // Programs that edit a file may leave line ends of several kinds in it.
  const text = file.replaceAll(/\r\n?/g, '\n');
  const [first = ''] = text.trimStart().split('\n', 1);
  const named = SEPARATOR_LINE.exec(first)?.[1];
  const delimiter = named ?? DELIMITERS.find((candidate) => first.includes(candidate)) ?? ',';
  const rows: Row[] = [];
  let namesSeparator = named !== undefined;
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (raw: string[], { lines }) => {
        const cells = raw.map((cell) => cell.trim());
        const line = lines - raw.join('').split('\n').length + 1;
        if (namesSeparator) namesSeparator = false;
        else if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at: unknown = error['lines'];
    const wrong = MISQUOTED[error.code];
    const why =
      wrong === undefined ? error.message : `${wrong}: put the whole cell in quotes, and write each quote in it twice`;
    return { line: typeof at === 'number' ? at : 1, issues: [`it is no CSV from here on: ${why}`] };
  }
  return { rows };
}

/** A spreadsheet writes columns that were emptied, too. */
export function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}
