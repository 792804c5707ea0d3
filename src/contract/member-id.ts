const MENTION = /^<@!?([^<>\s]+)>$/;
const MEMBER_ID = /^[A-Za-z0-9._:-]{1,64}$/;

/** In words, what `isMemberId` accepts. */
export const MEMBER_ID_RULE = '1 to 64 letters, digits or any of . _ : -';

/**
 * A member id as typed or pasted, without what surrounds it: white space, zero-width characters, and the
 * `<@…>` of a pasted mention. The result may still be no member id: see `isMemberId`.
 */
export function cleanMemberId(text: string): string {
  const bare = text.replace(/[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '');
  return MENTION.exec(bare)?.[1] ?? bare;
}

/**
 * Whether the text can be a member id. The service does not document the format of ids, so this only keeps out
 * what cannot be part of one; ids are strings, because they may exceed 2^53.
 */
export function isMemberId(text: string): boolean {
  return MEMBER_ID.test(text);
}
