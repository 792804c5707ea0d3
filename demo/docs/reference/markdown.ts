/** Text that Markdown, HTML and Vue leave as it is; what stands in backquotes stays code. */
export function escaped(text: string): string {
  return text.replace(
    /(`[^`]*`)|([<{|*_])/g,
    (_all, code?: string, sign?: string) => code ?? `&#${sign?.codePointAt(0)};`,
  );
}

/** Inline code, in a table as well. */
export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** A table; nothing where it would have no rows. Cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A heading with an address of its own, on a site as well as where the source is shown. */
export const heading = (text: string, id: string): string => `${text} <a id="${id}"></a>`;

/** Paragraphs, headings and tables one below the other, without the empty ones. */
export const blocks = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
