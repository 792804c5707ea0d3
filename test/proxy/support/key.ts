/** The API key of the tests, searched for in every response and log line. */
export const KEY = 'canary-key-0c5f1d';
