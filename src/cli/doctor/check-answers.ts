import type { Findings } from '../../common/finding.ts';

/** What every answer of the proxy has. */
const HEADERS: readonly [name: string, needed: RegExp, otherwise: string][] = [
  ['x-content-type-options', /^nosniff$/i, 'browsers may take an answer for what it is not'],
  ['vary', /(^|,)\s*origin\s*(,|$)/i, 'a cache may hand the answer for one site to another'],
];

/** How a cache says that it gave an answer that it had kept. */
const FROM_CACHE: readonly [name: string, pattern: RegExp][] = [
  ['age', /^[1-9]/],
  ['cf-cache-status', /^(hit|stale|revalidated|updating)/i],
  ['x-cache', /\bhit\b/i],
  ['x-vercel-cache', /^(hit|stale)/i],
];

/** Looks in two answers to the same question for what something in front of the proxy has done to them. */
export function checkAnswers(first: Headers, second: Headers, findings: Findings): void {
  const { ok, warn, fail } = findings.of('proxy');
  const before = findings.all.length;
  const id = second.get('x-request-id');
  const kept = FROM_CACHE.find(([name, pattern]) => pattern.test(second.get(name) ?? ''));
  if (kept || (id !== null && id === first.get('x-request-id'))) {
    fail(
      `something in front of it keeps its answers${kept ? ` (${kept[0]}: ${second.get(kept[0])})` : ''}, so visitors see where others stand: have it cache nothing below this path`,
    );
  } else if (!/\bno-store\b/i.test(second.get('cache-control') ?? '')) {
    fail(
      'its answers may be kept: something in front of it takes Cache-Control: no-store away. Leave that header as it is',
    );
  }
  if (id === null) warn('something in front of it takes X-Request-Id away, by which its log is searched');
  for (const [name, needed, otherwise] of HEADERS) {
    if (!needed.test(second.get(name) ?? '')) warn(`something in front of it takes ${name} away: ${otherwise}`);
  }
  if (findings.all.length === before) ok('its answers come as it sends them, and no cache keeps them');
}
