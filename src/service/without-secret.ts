const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text that is not escaped, or one character: escaped as in JSON (`\u002F`), in an address or a form (`%2F`) or in HTML (`&#47;`), or unescaped. */
const WRITTEN =
  /[^\\%& ]+|\\u(?<unit>[\da-f]{4})|(?<bytes>%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f])+)|&#0*(?<decimal>\d{1,7});|&#x0*(?<hex>[\da-f]{1,6});|&(?<name>amp|lt|gt|quot|apos);|[^]/gi;

/** Characters that only texts with escapes need to have. */
const ESCAPES = /[\\%&+]/;

/** A text without escapes, and the positions in the original where each of its characters begins and ends. */
interface Unescaped {
  text: string;
  begins: number[];
  ends: number[];
}

/**
 * The text with `mark` in place of the secret in any encoding: unescaped, or escaped as in JSON, in an address, in a form or in HTML. The sender of
 * the text may have used any of them.
 */
export function withoutSecret(text: string, secret: string, mark: string): string {
  if (secret === '') return text;
  let concealed = text.replaceAll(secret, mark);
  if (!ESCAPES.test(text) && !ESCAPES.test(secret)) return concealed;
  // A secret may itself contain what looks like an escape.
  for (const wanted of new Set([plain(secret), unescaped(secret).text])) {
    if (wanted !== '') concealed = withoutPlain(concealed, wanted, mark);
  }
  return concealed;
}

function withoutPlain(written: string, wanted: string, mark: string): string {
  const { text, begins, ends } = unescaped(written);
  let concealed = '';
  let done = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    let begin = begins[at] ?? done;
    // A backslash escapes the next character, and would escape the mark.
    while (begin > done && written[begin - 1] === '\\') begin -= 1;
    concealed += written.slice(done, begin) + mark;
    done = ends[at + wanted.length - 1] ?? written.length;
  }
  return concealed + written.slice(done);
}

function unescaped(written: string): Unescaped {
  const found: Unescaped = { text: '', begins: [], ends: [] };
  for (const match of written.matchAll(WRITTEN)) {
    const meant = plain(meaningOf(match));
    found.text += meant;
    const isAsItIs = meant === match[0];
    for (let unit = 0; unit < meant.length; unit += 1) {
      found.begins.push(match.index + (isAsItIs ? unit : 0));
      found.ends.push(match.index + (isAsItIs ? unit + 1 : match[0].length));
    }
  }
  return found;
}

/** Backslashes and the difference between space and plus do not count: a backslash may be an escape, and forms write a space as a plus. */
function plain(text: string): string {
  return text.replaceAll('\\', '').replaceAll(' ', '+');
}

function meaningOf({ 0: written, groups = {} }: RegExpExecArray): string {
  const { unit, bytes, decimal, hex, name } = groups;
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? written;
  try {
    if (bytes !== undefined) return decodeURIComponent(bytes);
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  } catch {
    // It is not a valid character.
  }
  return written;
}
