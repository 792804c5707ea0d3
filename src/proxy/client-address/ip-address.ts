import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** An address with brackets, zone and port is never longer. */
const MAX_LENGTH = 80;
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
const ZONE = /%[^%\]]*$/;

/**
 * The address in a text, in the forms that sockets and `X-Forwarded-For` use: also with a port, in brackets, or with a zone. An IPv4 address that is
 * written as IPv6 (`::ffff:192.0.2.1`) is IPv4. Null for anything else, such as numbers that only some programs accept as addresses (`127.1`,
 * `0x7f.0.0.1`).
 */
export function readAddress(text: string): IpAddress | null {
  if (text.length > MAX_LENGTH) return null;
  const trimmed = text.trim();
  const bare = (BRACKETED.exec(trimmed) ?? IPV4_WITH_PORT.exec(trimmed))?.[1] ?? trimmed;
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  const unzoned = bare.replace(ZONE, '');
  if (!ipaddr.IPv6.isValid(unzoned)) return null;
  const address = ipaddr.IPv6.parse(unzoned);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/**
 * What counts as one client: an IPv4 address, or an IPv6 network of so many bits. If an IPv6 address contains an IPv4 one, that is the client: the
 * IPv6 network is that of a translator, which many clients share.
 */
export function clientOf(address: IpAddress, ipv6Prefix: number): string {
  if (!isIPv6(address)) return address.toString();
  const inner = ipv4Within(address);
  if (inner) return inner.toString();
  const bits = hasNoNetwork(address) ? 128 : ipv6Prefix;
  if (bits === 128) return address.toNormalizedString();
  const groups = address.parts.slice(0, Math.ceil(bits / 16));
  const last = groups.length - 1;
  const kept = groups.map((group, at) => (at === last ? group & (0xffff << (16 * groups.length - bits)) : group));
  const rest = groups.length < 8 ? '::' : '';
  return `${kept.map((group) => (group & 0xffff).toString(16)).join(':')}${rest}/${bits}`;
}

/** The forms in which translators embed an IPv4 address in an IPv6 one: the groups before it, its position, and whether its bits are inverted. */
const TRANSLATED: readonly { before: readonly number[]; at: number; inverted?: boolean }[] = [
  // NAT64 (RFC 6052, section 2.1).
  { before: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  // Stateless translation (RFC 2765, section 2.1), and IPv4-compatible (RFC 4291, section 2.5.5.1).
  { before: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { before: [0, 0, 0, 0, 0, 0], at: 6 },
  // 6to4 (RFC 3056, section 2).
  { before: [0x2002], at: 1 },
  // Teredo (RFC 4380, section 4).
  { before: [0x2001, 0], at: 6, inverted: true },
];

function ipv4Within({ parts }: ipaddr.IPv6): ipaddr.IPv4 | null {
  const form = TRANSLATED.find(({ before }) => before.every((group, at) => parts[at] === group));
  if (!form) return null;
  const groups = parts.slice(form.at, form.at + 2).map((group) => (form.inverted ? group ^ 0xffff : group));
  return new ipaddr.IPv4(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

/** Whether the address shares its network with strangers: a link-local address, or one behind a NAT64 of the local network (RFC 8215). */
function hasNoNetwork({ parts: [first = 0, second, third] }: ipaddr.IPv6): boolean {
  return (first & 0xffc0) === 0xfe80 || (first === 0x64 && second === 0xff9b && third === 1);
}

export function isIPv6(address: IpAddress): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6';
}
