/** Where the proxy reports: any logger shaped like pino's. Details are plain JSON; they never hold the API key. */
export interface Logger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/* oxlint-disable no-console -- without a logger of the owner's, the console is the one place that every runtime has */
/** Warnings and errors as JSON lines on the console, and nothing else: what goes wrong must not go unseen. */
export const consoleLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (details, message) => console.warn(JSON.stringify({ level: 'warn', message, ...details })),
  error: (details, message) => console.error(JSON.stringify({ level: 'error', message, ...details })),
};
/* oxlint-enable no-console */
