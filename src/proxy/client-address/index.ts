/**
 * The client's address of a request: the address of the connection or, behind proxies that the owner trusts, the client that they name. Imports only
 * ipaddr.js.
 */
export { type Addresses, ClientAddresses, type Unknown } from './client-addresses.ts';
export { rangeProblem } from './address-range.ts';
