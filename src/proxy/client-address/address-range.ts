import { type IpAddress, isIPv6, readAddress } from './ip-address.ts';

/** A range of addresses: those that begin with the same bits. */
export interface AddressRange {
  network: IpAddress;
  bits: number;
}

const RANGE = /^([\d.]+|[\da-f]*:[\da-f:.]*)(?:\/(\d{1,3}))?$/i;
/** The number of bits before the IPv4 address in an IPv4-mapped IPv6 address. */
const MAPPED_BITS = 96;

/** The range in CIDR notation, or a single address. Throws `TypeError` that says what to fix. */
export function readRange(text: string): AddressRange {
  const [, written = '', length] = RANGE.exec(text) ?? [];
  const network = readAddress(written);
  if (!network)
    throw new TypeError("must be an address or a range in CIDR notation, such as '10.0.0.0/8' or '2001:db8::/32'");
  const most = isIPv6(network) ? 128 : 32;
  // The text decides, because an IPv4 range may be written as IPv6.
  const offset = written.includes(':') && !isIPv6(network) ? MAPPED_BITS : 0;
  const bits = length === undefined ? most : Number(length) - offset;
  if (bits > most) throw new TypeError(`must have at most ${most + offset} bits behind the slash`);
  if (bits < 1) {
    throw new TypeError(
      'would trust everybody, and so whatever a visitor claims to be: name the addresses of your own proxies alone',
    );
  }
  return { network, bits };
}

/** What is wrong with the text as an entry of `trustedProxies`, and how to fix it; null if it is a range. */
export function rangeProblem(text: string): string | null {
  try {
    readRange(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function isWithin(address: IpAddress, { network, bits }: AddressRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
