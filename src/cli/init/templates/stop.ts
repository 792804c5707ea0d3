/** How a server stops that runs `closeProxy` as it is: the lines before that take no more requests, the lines after it let answers leave. */
export function stopAfter(before: string, after = ''): string {
  return `async function stop(): Promise<void> {
  ${before};
  await closeProxy();
${after}  process.exit(0);
}

process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
`;
}

/** Of a server of Node: `endSoon` has connections that are kept alive end with their answer. */
const stopOnNode = (endSoon: string): string =>
  stopAfter(
    `${endSoon};
  const closed = new Promise((resolve) => server.close(resolve))`,
    `  // The answers to claims that were in flight leave, too.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2_000))]);
`,
  );

export const STOP_ON_NODE = stopOnNode('server.keepAliveTimeout = 1');
/** Hono's type of a server may also be one of HTTP/2, which has no such property. */
export const STOP_ON_HONO = stopOnNode("if ('keepAliveTimeout' in server) server.keepAliveTimeout = 1");
