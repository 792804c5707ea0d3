/**
 * Whose request it is, as far as addresses tell: who connected, and behind proxies that the owner trusts, for whom they say they
 * did. Imports ipaddr.js alone.
 */
export { type Addresses, ClientAddresses, type Unknown } from './client-addresses.ts';
export { rangeProblem } from './address-range.ts';
