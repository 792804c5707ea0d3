import type { ProblemReply } from '../../http/problem.ts';

/**
 * Why a sign-in failed on the platform's side. `denied`: the visitor declined. `rejected`: the platform, or a check of its answer, did not accept it.
 * `unusable`: the platform's answer is incomplete. `unreachable`: anything else.
 */
export class PlatformError extends Error {
  readonly code: 'denied' | 'rejected' | 'unusable' | 'unreachable';

  constructor(code: PlatformError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PlatformError';
    this.code = code;
  }
}

/** What the visitor is told. */
export function problemFor({ code }: PlatformError, platform: string): ProblemReply {
  return code === 'unreachable'
    ? { code, detail: `${platform} does not answer at the moment.` }
    : { code: 'sign-in-required', detail: `${platform} did not confirm who you are.` };
}
