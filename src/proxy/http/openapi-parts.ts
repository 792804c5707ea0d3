import * as z from 'zod';
import {
  ActionView,
  AltchaChallenge,
  ChallengeView,
  Claim,
  ClaimBody,
  OnchainMessage,
  OnchainRequest,
  OnchainView,
  Problem,
  type ProblemCode,
  PROBLEMS,
  SignInCode,
  SignInToken,
} from '../../contract/index.ts';
import { EventReceipt } from '../events/receipt.ts';

/** A part of an OpenAPI document. */
export type Json = Record<string, unknown>;

const Health = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  problems: z.optional(z.array(z.string())),
});

/** The answers to several paths. */
export const Batch = z.object({
  replies: z.array(z.object({ status: z.int(), body: z.unknown() })),
});

const SignedOut = z.object({ signedOut: z.literal(true) });

const SCHEMAS = {
  ActionView,
  AltchaChallenge,
  ChallengeView,
  Claim,
  ClaimBody,
  EventReceipt,
  OnchainMessage,
  OnchainRequest,
  OnchainView,
  Problem,
  Health,
  Batch,
  SignInCode,
  SignInToken,
  SignedOut,
};

/** Problems that any path may answer with. */
const ANYWHERE: readonly ProblemCode[] = ['origin-not-allowed', 'method-not-allowed', 'rate-limited', 'internal'];

/** A response with a body of this schema. */
export function reply(description: string, schema: keyof typeof SCHEMAS): Json {
  return { description, headers: headerRefs(), content: { 'application/json': { schema: schemaRef(schema) } } };
}

/** The responses for these problems and for those of any path, by status. */
export function problems(...codes: ProblemCode[]): Json {
  const byStatus = Map.groupBy(new Set([...codes, ...ANYWHERE]), (code) => PROBLEMS[code].status);
  return Object.fromEntries(Array.from(byStatus, ([status, sharing]) => [status, problemReply(status, sharing)]));
}

function problemReply(status: number, codes: ProblemCode[]): Json {
  const description = codes.map((code) => `${PROBLEMS[code].title} (\`${code}\`).`).join(' ');
  const schema = {
    allOf: [schemaRef('Problem'), { properties: { status: { const: status }, code: { enum: codes } } }],
  };
  const maySayWhen = status === 429 || status === 503 || codes.includes('not-yet');
  const more = status === 405 ? ['Allow'] : maySayWhen ? ['Retry-After'] : [];
  return { description, headers: headerRefs(...more), content: { 'application/problem+json': { schema } } };
}

/** Headers of answers, by name. */
export const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Tell it to the site owner: the log has the same id.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'How many requests are left, `r`, and for how many seconds, `t`.',
    schema: { type: 'string' },
  },
  Location: { description: 'The page to go to.', schema: { type: 'string', format: 'uri-reference' } },
  Allow: { description: 'The methods that the address accepts.', schema: { type: 'string' } },
};

/** References to the headers of every answer, and to these. */
export function headerRefs(...more: string[]): Json {
  const names = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit', ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A parameter of the path. */
export function pathParameter(name: string, description: string): Json {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

/** A reference to a schema in the document. */
export function schemaRef(name: keyof typeof SCHEMAS): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** All schemas, as JSON Schema. */
export function schemas(): Json {
  const all = Object.entries(SCHEMAS).map(([name, schema]): [string, Json] => {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
      io: name === 'ClaimBody' ? 'input' : 'output',
    });
    return [name, rest];
  });
  return Object.fromEntries(all.map(([name, schema]) => [name, name === 'ActionView' ? withOwnViews(schema) : schema]));
}

/** Widgets accept challenges and on-chain views of later versions, but this proxy only sends these. */
function withOwnViews(action: Json): Json {
  const challenge = { anyOf: [schemaRef('ChallengeView'), { type: 'null' }] };
  const views = { challenge, onchain: schemaRef('OnchainView'), ticket: { type: 'string' } };
  return { ...action, properties: { ...Object(action['properties']), ...views } };
}
