/** A piece of code, and what it is; null for what stands for itself. */
export interface Piece {
  kind: Kind | null;
  text: string;
}

const KINDS = ['comment', 'string', 'tag', 'name', 'keyword', 'number'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Enough of HTML and TypeScript for what the snippets have in them. What an Angular component has between backticks is a template, and so
 * no string.
 */
const PIECES =
  /(?<comment>\/\/[^\n]*|<!--.*?-->)|(?<string>"[^"]*"|'(?:\\.|[^'\\\n])*')|(?<tag><\/?[A-Za-z][\w.-]*|(?<!=)\/?>)|(?<name>[\w:@.-]+(?==["'{]))|(?<keyword>\b(?:import|from|export|default|const|function|return|async|await|new|type|as|class|null|true|false)\b(?!\s*[:=]))|(?<number>\b\d+\b)/gsu;

/** The code in pieces, which are all of it together. */
export function highlight(code: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(PIECES)) {
    if (index > end) pieces.push({ kind: null, text: code.slice(end, index) });
    pieces.push({ kind: KINDS.find((kind) => groups[kind] !== undefined) ?? null, text });
    end = index + text.length;
  }
  if (end < code.length) pieces.push({ kind: null, text: code.slice(end) });
  return pieces;
}
