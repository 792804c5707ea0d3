import type { Credentials } from '../types.ts';
import { BaseCredentials } from './base.ts';

/** A visitor who types a member's id is taken for that member. The id goes into the address of a load, and into a claim. */
export class TypedCredentials extends BaseCredentials implements Credentials {
  readonly mode = 'typed';
  readonly asks = 'member-id';
}
