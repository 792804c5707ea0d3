import type { ProblemReply } from '../../http/problem.ts';
import type { MemberIds } from '../member-ids.ts';
import { memberIn } from './member.ts';
import type { Session } from './kinds.ts';
import { PlatformError } from './platform-error.ts';
import type { LoadProvider, SignedIn } from './provider.ts';
import type { Platform } from './settings.ts';

export const NOT_IN_COMMUNITY: ProblemReply = {
  code: 'sign-in-required',
  detail: 'Your account is not in the community. Join it first, and then sign in again.',
};

/** How long one answer is used for all requests with the same cookie. */
const LATELY_MS = 60_000;
const MAX_KEPT = 1000;

export interface MembershipsContext {
  platform: Platform;
  provider: LoadProvider;
  ids: MemberIds;
  now: () => number;
}

/** Checks that members are in the community: when they sign in, and again from time to time. */
export class Memberships {
  readonly #context: MembershipsContext;
  /** The latest answers, by session. */
  readonly #lately = new Map<string, { at: number; isIn: Promise<boolean> }>();

  constructor(context: MembershipsContext) {
    this.#context = context;
  }

  /** Whether the config requires membership. */
  get matter(): boolean {
    return this.#context.platform.serverId !== null || this.#context.platform.isMember !== null;
  }

  /** Whether the signed-in person is in the community. Throws `PlatformError`. */
  async has(signedIn: SignedIn): Promise<boolean> {
    const { serverId, isMember } = this.#context.platform;
    if (serverId !== null) {
      const provider = await this.#context.provider();
      if (!(await provider.isInServer(serverId, signedIn))) return false;
    }
    return isMember === null || isMember(signedIn.profile, signedIn.accessToken);
  }

  /** Whether it is time for the next check. */
  isDue({ seenAt }: Session): boolean {
    return this.matter && this.#since(seenAt) >= this.#context.platform.membershipMs;
  }

  /** Whether the session's member is still in the community. Throws `PlatformError`: `rejected` if only a new sign-in can tell. */
  async stillHas(session: Session): Promise<boolean> {
    const { sid } = session;
    const known = this.#lately.get(sid);
    if (known && this.#since(known.at) < LATELY_MS) return known.isIn;
    if (this.#lately.size >= MAX_KEPT) this.#lately.clear();
    const isIn = this.#look(session);
    this.#lately.set(sid, { at: this.#context.now(), isIn });
    isIn.catch(() => this.#lately.delete(sid));
    return isIn;
  }

  /** The absolute time difference in milliseconds, so that the next check is not delayed after the clock was set back. */
  #since(at: number): number {
    return Math.abs(this.#context.now() - at);
  }

  async #look({ accessToken, sub }: Session): Promise<boolean> {
    if (accessToken === null) throw new PlatformError('rejected', 'the session has no token of the platform any more');
    const { isMember } = this.#context.platform;
    const profile = isMember === null ? {} : await (await this.#context.provider()).profile(accessToken);
    if (isMember !== null && memberIn(profile, this.#context.platform, this.#context.ids).id !== sub) return false;
    return this.has({ profile, accessToken });
  }
}
