import type { ActionView, FieldView } from '../../src/contract/action.ts';
import type { Claim } from '../../src/contract/claim.ts';
import type { ProblemCode } from '../../src/contract/problem-codes.ts';
import { PROBLEMS } from '../../src/contract/problem-codes.ts';
import { page } from '../../src/elements/shared/member-store.ts';
import type { Problem } from '../../src/contract/problem.ts';

export const MEMBER = '123456789012345678';
export const HOUR = 3_600_000;
export const inMs = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

export const view = (changes: Partial<ActionView> = {}): ActionView => ({
  action: 'daily',
  title: 'Daily check-in',
  description: null,
  grants: [{ type: 'points', points: 10 }],
  repeats: 'daily',
  timeZone: 'Europe/London',
  opens: null,
  closes: null,
  state: 'open',
  seatsLeft: null,
  identity: 'typed',
  challenge: null,
  fields: [],
  member: null,
  ...changes,
});

export const standing = (
  changes: Partial<NonNullable<ActionView['member']>> = {},
): NonNullable<ActionView['member']> => ({
  memberId: MEMBER,
  canClaim: true,
  nextClaimAt: null,
  pendingClaimId: null,
  streak: null,
  ...changes,
});

/** A field that an action asks for: a required line of text, unless said otherwise. */
export const field = (changes: Partial<FieldView> = {}): FieldView => ({
  name: 'name',
  label: 'Your name',
  type: 'text',
  required: true,
  maxLength: null,
  options: [],
  ...changes,
});

export const claim = (changes: Partial<Claim> = {}): Claim => ({
  id: 'claim-7f3k',
  action: 'daily',
  memberId: MEMBER,
  status: 'granted',
  grants: [{ type: 'points', points: 12, remark: 'Seen at the echo' }],
  claimedAt: inMs(0),
  nextClaimAt: inMs(11 * HOUR),
  streak: null,
  ...changes,
});

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'request-9c1e' },
  });

export const problem = (code: ProblemCode, changes: Partial<Problem> = {}): Response =>
  json(PROBLEMS[code].status, {
    type: 'about:blank',
    ...PROBLEMS[code],
    code,
    detail: 'A sentence for the visitor.',
    requestId: 'request-9c1e',
    ...changes,
  });

export const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

/** A reply that the test gives when it likes. */
export class Held {
  readonly reply: Promise<Response>;
  readonly give: (response: Response) => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<Response>();
    this.reply = promise;
    this.give = resolve;
  }
}

export interface Seen {
  method: string;
  /** Path and query, without the language. */
  url: string;
  /** The language in which texts are wanted. */
  lang: string | null;
  headers: Headers;
  body: unknown;
  signal: AbortSignal;
}

const CHALLENGE = /\/challenge(\?|$)/;

type Reply = (request: Seen) => Response | Promise<Response>;

/**
 * Stands at the network's edge in place of the proxy: what is asked below `/rewards` is kept and answered by what the
 * test set, everything else goes on to the real network. Like a real connection it breaks when its request is aborted.
 */
export class FakeProxy {
  readonly seen: Seen[] = [];
  onAction: Reply = () => json(200, view());
  onClaim: Reply = () => json(201, claim());
  onChallenge: Reply = () => problem('not-found');
  /** The text that a wallet is to sign. */
  onMessage: Reply = () => problem('not-found');
  onPoll: Reply = () => json(200, claim());
  /** An older proxy knows of none. */
  onBatch: Reply = async ({ url, headers, signal }) => {
    const paths = new URL(url, location.href).searchParams.getAll('path');
    const parts = paths.map(async (path) => {
      const { pathname, search } = new URL(`/rewards${path}`, location.href);
      const part: Seen = { method: 'GET', url: pathname + search, lang: null, headers, body: undefined, signal };
      const reply = await this.#replyTo(part, pathname)(part);
      return { status: reply.status, body: await reply.json() };
    });
    return json(200, { replies: await Promise.all(parts) });
  };
  /** What the addresses of a sign-in answer. */
  onSignIn: Reply = () => json(200, { signedOut: true });
  /** Whether replies arrive even when nobody wants them any more. */
  ignoresAborts = false;
  readonly #fetch: typeof window.fetch = window.fetch;

  constructor() {
    page.latest = '';
    window.fetch = (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      if (!url.pathname.startsWith('/rewards')) return this.#fetch.call(window, input, init);
      return this.#answer(url, init);
    };
  }

  /** Puts the network back, and has the page forget whom the test entered. */
  restore(): void {
    window.fetch = this.#fetch;
    page.latest = '';
  }

  get loads(): Seen[] {
    return this.seen.filter(({ method, url }) => method === 'GET' && /\/actions\/[^/]+$/.test(url));
  }

  #replyTo({ method, url }: Seen, path: string): Reply {
    if (path === '/rewards/batch') return this.onBatch;
    if (path.startsWith('/rewards/sign-')) return this.onSignIn;
    if (path.startsWith('/rewards/claims/')) return this.onPoll;
    if (CHALLENGE.test(url)) return this.onChallenge;
    if (url.endsWith('/onchain')) return this.onMessage;
    return method === 'POST' ? this.onClaim : this.onAction;
  }

  get claims(): Seen[] {
    return this.seen.filter(({ url }) => url.endsWith('/claims'));
  }

  get challenges(): Seen[] {
    return this.seen.filter(({ url }) => CHALLENGE.test(url));
  }

  get messages(): Seen[] {
    return this.seen.filter(({ url }) => url.endsWith('/onchain'));
  }

  get batches(): Seen[] {
    return this.seen.filter(({ url }) => url.startsWith('/rewards/batch?'));
  }

  get polls(): Seen[] {
    return this.seen.filter(({ url }) => url.startsWith('/rewards/claims/'));
  }

  async #answer(url: URL, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> {
    const lang = url.searchParams.get('lang');
    url.searchParams.delete('lang');
    const request: Seen = {
      method,
      lang,
      url: url.pathname + url.search,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      signal: signal ?? new AbortController().signal,
    };
    this.seen.push(request);
    const reply = Promise.resolve(request).then(this.#replyTo(request, url.pathname));
    if (this.ignoresAborts) return reply;
    const broken = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
    return Promise.race([reply, broken]);
  }
}
