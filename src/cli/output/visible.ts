import { once } from '../../common/once.ts';

/**
 * What a terminal acts upon, or shows nothing of: control characters (ESC and CSI among them), what turns the direction of text
 * round, and what has no width. An emoji is made of some of them, and stays whole. Built from text, for TypeScript's target does
 * not know the flag yet.
 */
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`;
/** Made where a text asks for it: the first of them takes longer than all else in the help of a command. */
const emojiOrUnseen = once(() => new RegExp(String.raw`\p{RGI_Emoji}\ufe0f?|[${UNSEEN}]`, 'gv'));
const blank = once(() => new RegExp(String.raw`^[\s\u2800${UNSEEN}]*$`, 'v'));
const PLAIN = /^[ -~]*$/;

/**
 * The text in one line of characters that can be seen, for people's eyes: whatever came from outside then does nothing to a
 * terminal, and looks like what it is. What can't be seen stands as `\u202e`, so JSON stays the same JSON.
 */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(emojiOrUnseen(), (found) => (isUnseen(found) ? escaped(found) : found));
}

/** The same, of a text of several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** Whether nothing of the text can be seen. */
export function isBlank(text: string): boolean {
  return blank().test(text);
}

/** An emoji has more in it, or is one character that is seen. */
function isUnseen(found: string): boolean {
  return blank().test(found);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join('');
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
