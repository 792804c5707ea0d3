/** Says that a list goes on after so many, and how to see the rest. On stderr, because a program may read the list. */
export function printMoreHint(count: number, how: string): void {
  process.stderr.write(`rewards: these are the first ${count}, and there are more: ${how}\n`);
}
