/** A sender or recipient of mail. The name may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

const NAMED = /^(?<name>[^\r\n<>@]+) <(?<address>[^\s@<>,]+@[^\s@<>,]+)>$/;
const BARE = /^[^\s@<>,:;]+@[^\s@<>,]+$/;
const QUOTED = /^"(?<inner>(?:[^"\\]|\\.)*)"$/;

/** Whether the text is one mailbox, such as `owner@example.org` or `Rewards <rewards@example.org>`. */
export function isMailbox(text: string): boolean {
  return NAMED.test(text) || BARE.test(text);
}

/** Name and address as separate values: `:` and `,` are ordinary characters in a name, but have a meaning in a header. */
export function readMailbox(text: string): Mailbox {
  const { name = '', address = text } = NAMED.exec(text)?.groups ?? {};
  const inner = QUOTED.exec(name.trim())?.groups?.['inner'];
  return { name: inner?.replaceAll(/\\(.)/g, '$1') ?? name.trim(), address };
}
