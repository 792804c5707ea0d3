const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g;

/**
 * The members of a JSON object in their order: each with its name and the unparsed text of its value. `JSON.parse` keeps only the last of several
 * members with the same name, and rounds numbers. The text must be valid JSON of an object.
 */
export function membersOf(object: string): [name: string, value: string][] {
  const members: [string, string][] = [];
  let depth = 0;
  let name: string | null = null;
  let valueAt = 0;
  for (const { 0: token, index } of object.matchAll(TOKEN)) {
    if (depth === 1 && name === null && token.startsWith('"')) {
      name = String(JSON.parse(token));
      valueAt = object.indexOf(':', index + token.length) + 1;
    } else if (depth === 1 && name !== null && (token === ',' || token === '}')) {
      members.push([name, object.slice(valueAt, index).trim()]);
      name = null;
    }
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  return members;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
const MAX_DIGITS = 400;

/**
 * The exact whole number that a JSON number stands for: `1e1` and `10.0` are ten. Null for any other JSON value, and for numbers with too many
 * digits.
 */
export function wholeNumber(json: string): bigint | null {
  if (json.length > MAX_DIGITS) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(json) ?? [];
  const digits = (whole + fraction).replace(/0+$/, '');
  if (whole === '') return null;
  if (/^0*$/.test(digits)) return 0n;
  const zeros = whole.length + Number(exponent) - digits.length;
  return zeros >= 0 && digits.length + zeros <= MAX_DIGITS ? BigInt(sign + digits + '0'.repeat(zeros)) : null;
}
