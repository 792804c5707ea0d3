import type { Credentials } from '../types.ts';
import { BaseCredentials } from './base.ts';

/** The site's own app knows the member, by cookies that the browser sends along. Nothing is asked of the visitor. */
export class SessionCredentials extends BaseCredentials implements Credentials {
  readonly mode = 'session';
  readonly asks = undefined;
}
