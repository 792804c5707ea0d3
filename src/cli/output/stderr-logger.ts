import type { Logger } from '../../proxy/index.ts';
import { visible } from './visible.ts';

/** What somebody at a terminal should know of, on stderr: what the command prints is its report. */
export function stderrLogger(): Logger {
  const write = (_details: object, message: string): void => {
    const clear = process.stderr.isTTY ? '\r\u001b[K' : '';
    process.stderr.write(`${clear}rewards: ${visible(message)}\n`);
  };
  const ignore = (): void => {};
  return { debug: ignore, info: ignore, warn: write, error: write };
}
