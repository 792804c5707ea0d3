const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * Finds the secret, which is printable ASCII, however it is written: as it is, with characters escaped as in JSON (`\/`, `\u002F`),
 * in an address or a form (`%2F`), or in HTML (`&#47;`). Who sends it back may have put it into any of them.
 */
export function secretPattern(secret: string): RegExp {
  return new RegExp(Array.from(secret, anyFormOf).join(''), 'g');
}

function anyFormOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const eitherCase = hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const forms = [
    String.raw`\\?\x${hex}`,
    String.raw`\\u00${eitherCase}`,
    `%${eitherCase}`,
    `&#0*${code};`,
    `&#[xX]0*${eitherCase};`,
    ...(character === ' ' ? [String.raw`\+`] : []),
    ...(NAMED[character] ? [`&${NAMED[character]};`] : []),
  ];
  return `(?:${forms.join('|')})`;
}
