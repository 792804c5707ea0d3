import type { ProblemReply } from '../../http/problem.ts';

/**
 * Why a sign-in came to nothing on the platform's side. `denied`: the visitor did not want to. `rejected`: the platform, or a
 * check of what it said, did not accept it. `unusable`: what the platform says is not enough. `unreachable`: anything else.
 */
export class PlatformError extends Error {
  readonly code: 'denied' | 'rejected' | 'unusable' | 'unreachable';

  constructor(code: PlatformError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PlatformError';
    this.code = code;
  }
}

/** What a visitor is told of it. */
export function problemFor({ code }: PlatformError, platform: string): ProblemReply {
  return code === 'unreachable'
    ? { code, detail: `${platform} does not answer at the moment.` }
    : { code: 'sign-in-required', detail: `${platform} did not confirm who you are.` };
}
