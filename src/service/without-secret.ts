const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What is not escaped, or one character: escaped as in JSON (`\u002F`), in an address or a form (`%2F`) or in HTML (`&#47;`), or as it is. */
const WRITTEN =
  /[^\\%& ]+|\\u(?<unit>[\da-f]{4})|(?<bytes>%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f])+)|&#0*(?<decimal>\d{1,7});|&#x0*(?<hex>[\da-f]{1,6});|&(?<name>amp|lt|gt|quot|apos);|[^]/gi;

/** What a text has where some of it may be escaped. */
const ESCAPES = /[\\%&+]/;

/** A text as it was before it was escaped, and where each of its characters begins and ends in what was made of it. */
interface Unescaped {
  text: string;
  begins: number[];
  ends: number[];
}

/**
 * The text with `mark` in place of the secret, however that is written: as it is, or escaped as in JSON, in an address, in a form or in HTML.
 * Who sends it back may have put it into any of them.
 */
export function withoutSecret(text: string, secret: string, mark: string): string {
  if (secret === '') return text;
  let concealed = text.replaceAll(secret, mark);
  if (!ESCAPES.test(text) && !ESCAPES.test(secret)) return concealed;
  // What looks escaped in a secret may be a part of it.
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
    // It escapes what follows, and would escape the mark.
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

/** A backslash may escape what follows, and a form has a plus for a blank: so neither tells texts apart. */
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
    // It stands for no character.
  }
  return written;
}
