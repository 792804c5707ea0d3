/** Who gets or sends mail. The name is empty where there is none. */
export interface Mailbox {
  name: string;
  address: string;
}

const NAMED = /^(?<name>[^\r\n<>@]+) <(?<address>[^\s@<>,]+@[^\s@<>,]+)>$/;
const BARE = /^[^\s@<>,:;]+@[^\s@<>,]+$/;
const QUOTED = /^"(?<inner>(?:[^"\\]|\\.)*)"$/;

/** Whether it names one mailbox, such as `owner@example.org` or `Rewards <rewards@example.org>`. */
export function isMailbox(text: string): boolean {
  return NAMED.test(text) || BARE.test(text);
}

/** The name and the address, apart: in a name `:` and `,` are characters like others, but in a header they have a meaning. */
export function readMailbox(text: string): Mailbox {
  const { name = '', address = text } = NAMED.exec(text)?.groups ?? {};
  const inner = QUOTED.exec(name.trim())?.groups?.['inner'];
  return { name: inner?.replaceAll(/\\(.)/g, '$1') ?? name.trim(), address };
}
