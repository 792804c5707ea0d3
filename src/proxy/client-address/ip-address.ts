import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** An address with brackets, zone and port has fewer characters. */
const LONGEST = 80;
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;
const ZONE = /%[^%\]]*$/;

/**
 * The address in a text, as sockets and `X-Forwarded-For` have it: also with a port, in brackets, or with a zone. An IPv4
 * address that is written as IPv6 (`::ffff:192.0.2.1`) is IPv4. Null for anything else, such as numbers that only some
 * programs take for addresses (`127.1`, `0x7f.0.0.1`).
 */
export function readAddress(text: string): IpAddress | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.trim();
  const bare = (BRACKETED.exec(trimmed) ?? IPV4_WITH_PORT.exec(trimmed))?.[1] ?? trimmed;
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  const unzoned = bare.replace(ZONE, '');
  if (!ipaddr.IPv6.isValid(unzoned)) return null;
  const address = ipaddr.IPv6.parse(unzoned);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 one, all of which one household or machine has to itself. */
export function clientOf(address: IpAddress): string {
  if (!isIPv6(address)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

export function isIPv6(address: IpAddress): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6';
}
