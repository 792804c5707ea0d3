/**
 * The client's address of a request: who connected or, behind proxies that the owner trusts, for whom they connected. Imports only
 * ipaddr.js.
 */
export { type Addresses, ClientAddresses, type Unknown } from './client-addresses.ts';
export { rangeProblem } from './address-range.ts';
