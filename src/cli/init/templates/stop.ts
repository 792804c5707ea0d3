/** How a server stops that runs `closeProxy` as it is, after that statement, which takes no more requests. */
export function stopBy(statement: string): string {
  return `async function stop(): Promise<void> {
  ${statement};
  await closeProxy();
  process.exit(0);
}

process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
`;
}
