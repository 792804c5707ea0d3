/** Where the proxy reports: any logger with pino's interface. Details are plain JSON; they never contain the API key. */
export interface Logger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/* oxlint-disable no-console -- without a logger of the owner's, the console is the one place that every runtime has */
/** Only warnings and errors, as JSON lines on the console, so that problems do not go unnoticed. */
export const consoleLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (details, message) => console.warn(JSON.stringify({ level: 'warn', message, ...details })),
  error: (details, message) => console.error(JSON.stringify({ level: 'error', message, ...details })),
};
/* oxlint-enable no-console */
