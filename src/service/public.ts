/** The client of the Community Rewards Service as others may use it, and what a transport of one's own has to be. */
export type { ApiKeySource } from './api-key.ts';
export { type CallOptions, createServiceClient, type ServiceClient, type ServiceClientOptions } from './client.ts';
export { fetchTransport } from './fetch.ts';
export type { Evidence, Outcome } from './outcome.ts';
export type { ReplyRule } from './reply-rule.ts';
export { type Transport, TransportError, type TransportReply, type TransportRequest } from './transport.ts';
