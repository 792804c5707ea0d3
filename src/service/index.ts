/**
 * The typed client of the Community Rewards Service: wire schemas, client, outcome classifier, transports. Imports zod and nothing of ours. Only
 * `undici.ts` and `undici/` import undici, which runs on Node's sockets. It does not know the contract with browsers: the proxy translates.
 */
export { type ApiKeySource, apiKeyProblem, readApiKey } from './api-key.ts';
export { type Circumstances, classify } from './classify.ts';
export { type CallOptions, createServiceClient, type ServiceClient, type ServiceClientOptions } from './client.ts';
export { fetchTransport } from './fetch.ts';
export type { Evidence, Outcome } from './outcome.ts';
export { pause } from './pause.ts';
export { type ReplyRule, replyRuleProblem } from './reply-rule.ts';
export { isLoopback, serviceUrl } from './service-url.ts';
export { parseRetryAfter } from './retry-after.ts';
export { type Transport, TransportError, type TransportReply, type TransportRequest } from './transport.ts';
export { withoutSecret } from './without-secret.ts';
