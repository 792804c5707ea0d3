/** The text as a literal of JavaScript, in single quotes, which can stand within a script of a page as well. */
export function literal(text: string): string {
  const inside = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('</', '<\\/');
  return `'${inside}'`;
}

/** The text as it stands in HTML, and as well in templates that take braces for the beginning of an expression. */
export function markup(text: string): string {
  return text.replace(/[&<>"'`{}]/g, (character) => `&#${character.charCodeAt(0)};`);
}
