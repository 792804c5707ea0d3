const REASON = '# Secrets, and who was rewarded for what';
const OURS = ['.env', 'rewards.db*'];

/**
 * A `.gitignore` with what a site has that must stay out of version control: what is there now (null if there is none), and
 * below it what is missing. `own` is what one kind of site has besides. Null if nothing is missing.
 */
export function ignored(now: string | null, own: readonly string[]): string | null {
  const missing = [...OURS, ...own].filter((pattern) => !isIgnored(now ?? '', pattern));
  if (missing.length === 0) return null;
  const end = now?.includes('\r\n') ? '\r\n' : '\n';
  const before = now === null ? `node_modules/${end}${end}` : upTo(now, end);
  return before + [REASON, ...missing, ''].join(end);
}

/** Whether a line says just that, and none below takes it back. */
function isIgnored(text: string, pattern: string): boolean {
  const last = text
    .split('\n')
    .map((line) => line.trimEnd().replace(/^(!?)\//, '$1'))
    .findLast((line) => line.replace(/^!/, '') === pattern);
  return last === pattern;
}

function upTo(text: string, end: string): string {
  if (text === '') return '';
  return `${text}${text.endsWith('\n') ? '' : end}${end}`;
}
