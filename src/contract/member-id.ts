const MENTION = /^<@!?([^<>\s]+)>$/;
/** Digits as Japanese and Chinese input methods write them. */
const FULL_WIDTH = /^[０-９]+$/;
/** Without invisible characters, some of which count as letters. */
const MEMBER_ID = /^(?!.*\p{DI})[\p{L}\p{M}\p{N}._:@+~=/|-]{1,64}$/u;

/**
 * A member id as typed or pasted, without what may surround it: white space, invisible characters, and the `<@…>` of a pasted mention. The result
 * may still not be a member id: see `isMemberId`.
 */
export function cleanMemberId(text: string): string {
  const bare = text.replace(/[\s\p{DI}]/gu, '');
  return MENTION.exec(bare)?.[1] ?? (FULL_WIDTH.test(bare) ? bare.normalize('NFKC') : bare);
}

/**
 * Whether the value can be a member id on any site: text of 1 to 64 letters and digits of any script, or any of `. _ : @ + ~ = / | -`. The service
 * does not document the format of ids, so a site's config defines it, and its proxy checks it.
 */
export function isMemberId(value: unknown): value is string {
  return typeof value === 'string' && MEMBER_ID.test(value);
}
