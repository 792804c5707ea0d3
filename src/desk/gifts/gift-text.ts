/** What a file is sent back with that is no text, or text of which nobody knows how it is written. */
export const NO_TEXT = 'it is not UTF-8: save it as “CSV UTF-8”';

/**
 * The text of a file of gifts: UTF-8, or UTF-16 with the mark of it that spreadsheets write; null for all else, such as a workbook, or text of
 * an older encoding, whose letters would become others.
 */
export function giftText(bytes: Uint8Array): string | null {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'be' : null;
  try {
    const text = new TextDecoder(mark === null ? 'utf-8' : `utf-16${mark}`, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
