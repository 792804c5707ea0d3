import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import { type ApiKeySource, apiKeyProblem, replyRuleProblem, serviceUrl } from '../../service/index.ts';
import type { ConfigPart } from '../config/part.ts';
import { Count, isFunction, Text } from '../config/values.ts';
import { section } from '../config/words.ts';

/** The name under which a config's only service is known in the ledger. */
export const ONLY_SERVICE = 'default';

const MAX_TIMEOUT_MS = 120_000;
const MAX_CONCURRENCY = 1024;

const Milliseconds = z.int().min(1, 'must be at least 1').max(MAX_TIMEOUT_MS, `must be at most ${MAX_TIMEOUT_MS}`);

const BaseUrl = z.string().superRefine((text, context) => {
  try {
    serviceUrl(text);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : 'is not valid');
  }
});

const API_KEY =
  "the secret that /api-key create made, best given as env('REWARDS_API_KEY'); service takes it from that variable by itself";

/** What a reply means, as the owner has observed. */
const ReplyRuleSetting = section({
  status: z.int().optional().describe('the HTTP status'),
  code: z.union([z.int(), z.string()], 'must be a whole number, or text').optional().describe('the code in the reply'),
  text: z.string().optional().describe('text in the reply, such as a part of its error'),
  means: z
    .enum(['refused', 'unknown'])
    .describe(
      "what it shows: 'refused' (surely not executed) or 'unknown'; no rule can say that something was granted",
    ),
}).superRefine((rule, context) => {
  const problem = replyRuleProblem(rule);
  if (problem !== null) context.addIssue(problem);
});

/** One community server. */
export const ServiceSchema = section({
  baseUrl: BaseUrl.describe(
    "the service's base address, such as https://service.example; service takes it from the variable REWARDS_BASE_URL by itself",
  ),
  apiKey: z
    .union([z.string(), z.custom<ApiKeySource>(isFunction)], {
      error: ({ input }) =>
        input === undefined ? `is missing: ${API_KEY}` : 'must be text, or a function that returns text',
    })
    .superRefine((key, context) => {
      const problem = typeof key === 'string' ? apiKeyProblem(key) : null;
      if (problem !== null) context.addIssue(problem);
    })
    .describe(API_KEY),
  connectTimeoutMs: Milliseconds.default(3_000).describe('milliseconds to reach the service'),
  replyTimeoutMs: Milliseconds.default(10_000).describe('milliseconds until its whole reply is there'),
  refusedStatuses: z
    .array(z.int().min(400, 'must be 400 to 599').max(599, 'must be 400 to 599'))
    .default([])
    .describe('more HTTP statuses that surely mean "not executed"'),
  rules: z.array(ReplyRuleSetting).default([]).describe('what replies mean, as you have seen; the first match counts'),
  maxConcurrency: Count.max(MAX_CONCURRENCY, `must be at most ${MAX_CONCURRENCY}`)
    .default(64)
    .describe('the most calls to the service at once; other claims wait a moment'),
});

export type ServiceConfig = z.output<typeof ServiceSchema>;

/** Which community servers there are, and which of them an action belongs to. */
export const upstreamConfig = {
  name: 'upstream',
  keys: {
    service: ServiceSchema.optional().describe('the community server that gives the rewards'),
    services: z
      .record(z.string().min(1, 'must have a name'), ServiceSchema)
      .optional()
      .describe('several community servers by name, instead of service'),
  },
  actionKeys: {
    service: Text.optional().describe('the name of its service in services'),
  },
  check({ service, services }, report) {
    if (service !== undefined && services !== undefined) {
      report(['services'], 'cannot be used together with service: move that one into services, under a name');
    }
    if (namesOf(services)?.length === 0) report(['services'], 'must name at least one');
  },
  checkAction({ service }, report, { config }) {
    checkChoice(service, namesOf(config['services']), (message) => report(['service'], message));
  },
} satisfies ConfigPart;

function namesOf(services: unknown): string[] | null {
  return isRecord(services) ? Object.keys(services) : null;
}

function checkChoice(service: unknown, known: string[] | null, report: (message: string) => void): void {
  if (known === null) {
    if (service !== undefined) report('has nothing to choose from: remove it, or set services');
  } else if (service === undefined) {
    report(`is missing: the name of its service in services (${known.join(', ')})`);
  } else if (typeof service === 'string' && !known.includes(service)) {
    report(`is none of services (${known.join(', ')})`);
  }
}
