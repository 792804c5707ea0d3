/** The client of the Community Rewards Service for use by others, and the interface of a custom transport. */
export type { ApiKeySource } from './api-key.ts';
export { type CallOptions, createServiceClient, type ServiceClient, type ServiceClientOptions } from './client.ts';
export { fetchTransport } from './fetch.ts';
export type { Evidence, Outcome } from './outcome.ts';
export type { ReplyRule } from './reply-rule.ts';
export { type Transport, TransportError, type TransportReply, type TransportRequest } from './transport.ts';
