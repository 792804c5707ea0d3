import type { CallEntry } from '../index.ts';

/** The call as a command for a shell, which takes the key from the environment, as the console never has it. */
export function curlOf({ method, path, key, form }: CallEntry, origin: string): string {
  const parts = [
    `curl -X ${method} ${quoted(origin + path)}`,
    ...(key === null ? [] : ['-H "x-api-key: $REWARDS_API_KEY"']),
    ...Object.entries(form ?? {}).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
  return parts.join(' \\\n  ');
}

/** One word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
