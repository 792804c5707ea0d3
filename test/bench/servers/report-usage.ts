/** Tells the process that started this one, each time it asks, the CPU time of all threads so far in µs, and the bytes that it has in memory. */
import type { Usage } from '../server-process.ts';

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system, bytes: process.memoryUsage.rss() } satisfies Usage);
});
// The asking process does not keep a program from its end.
process.channel?.unref();
