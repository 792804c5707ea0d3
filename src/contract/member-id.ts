const MENTION = /^<@!?([^<>\s]+)>$/;
/** Without invisible characters, some of which count as letters. */
const MEMBER_ID = /^(?!.*\p{DI})[\p{L}\p{M}\p{N}._:@+~=/|-]{1,64}$/u;

/**
 * A member id as typed or pasted, without what may surround it: white space, zero-width characters, and the `<@…>` of a pasted mention. The result
 * may still not be a member id: see `isMemberId`.
 */
export function cleanMemberId(text: string): string {
  const bare = text.replace(/[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '');
  return MENTION.exec(bare)?.[1] ?? bare;
}

/**
 * Whether the value can be a member id on any site: text of 1 to 64 letters and digits of any script, or any of `. _ : @ + ~ = / | -`. The service
 * does not document the format of ids, so a site's config defines it, and its proxy checks it.
 */
export function isMemberId(value: unknown): value is string {
  return typeof value === 'string' && MEMBER_ID.test(value);
}
