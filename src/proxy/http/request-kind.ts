import type { Embed } from '../embed/index.ts';
import type { SignInRoutes } from '../identity/index.ts';
import { EVENTS } from './app.ts';
import type { RequestKind } from './boundary.ts';
import type { Incoming } from './incoming.ts';

export interface RequestKindContext {
  mount: string;
  /** The names of the sources of events. */
  sources: readonly string[];
  platform: SignInRoutes | undefined;
  embed: Embed | null;
}

/** Tells where a request comes from, by its method and path. */
export function requestKinds({
  mount,
  sources,
  platform,
  embed,
}: RequestKindContext): (request: Incoming) => RequestKind {
  const eventPaths = sources.map((name) => `${mount === '/' ? '' : mount}/${EVENTS}/${name}`);
  return (request) => {
    if (platform?.isVisit(request)) return 'visit';
    const asked = embed?.kindOf(request);
    if (asked) return asked;
    const { method, url } = request;
    return method === 'POST' && eventPaths.some((path) => new URL(url).pathname === path) ? 'event' : 'call';
  };
}
