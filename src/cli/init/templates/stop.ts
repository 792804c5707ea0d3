/** How a server stops that runs `closeProxy` as it is: the lines before that take no more requests, the lines after it let answers leave. */
function stop(before: string, after = ''): string {
  return `async function stop(): Promise<void> {
  ${before};
  await closeProxy();
${after}  process.exit(0);
}

process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
`;
}

/** Of a server that has given its answers once the statement is through. */
export const stopAfter = (statement: string): string => stop(statement);

/** Of a server of Node, whose connections are kept open after their answer. */
export const STOP_ON_NODE = stop(
  'const closed = new Promise((resolve) => server.close(resolve))',
  `  // The answers to claims that were in flight leave, too.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2_000))]);
`,
);
