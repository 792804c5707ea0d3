/** How a server stops for which Node runs `server` and `closeProxy` as they are. */
export const STOP = `async function stop(): Promise<void> {
  server.close();
  await closeProxy();
  process.exit(0);
}

process.once('SIGINT', stop);
process.once('SIGTERM', stop);
`;
