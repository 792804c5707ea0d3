import type { MiddlewareHandler } from 'hono';
import { problem } from '../problem.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const READING = new Set(['GET', 'HEAD']);

/** Whether the value of an `Origin` header names a page on this machine. */
export function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && LOOPBACK.has(hostname);
}

/**
 * Keeps pages of other sites from changing anything, preflight included. They cannot read anything either, since they get no CORS header.
 * Programs send no `Origin`, and may do both.
 */
export const refuseForeignOrigins: MiddlewareHandler = async (context, next) => {
  const origin = context.req.header('origin');
  if (origin === undefined || isLoopback(origin) || READING.has(context.req.method)) return next();
  return problem(
    403,
    'Only pages on http://localhost or http://127.0.0.1 may change the emulator; open it from there.',
  );
};
