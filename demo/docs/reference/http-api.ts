import * as z from 'zod';
import { openApiDocument } from '../../../src/proxy/http/openapi.ts';
import { blocks, code, escaped, fenced, heading, sentence, table } from './markdown.ts';

const Response = z.object({ description: z.optional(z.string()), $ref: z.optional(z.string()) });
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.array(z.object({ name: z.string(), in: z.string(), required: z.optional(z.boolean()), description: z.string() })),
  ),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.unknown()) })),
  responses: z.record(z.string(), Response),
});
const Path = z.object({ get: z.optional(Operation), post: z.optional(Operation) });
const Document = z.object({
  paths: z.record(z.string(), Path),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({})),
    headers: z.record(z.string(), z.object({ description: z.string() })),
    securitySchemes: z.record(z.string(), z.object({ type: z.string(), description: z.string() })),
  }),
});
type Operation = z.output<typeof Operation>;

/** Every address of the proxy, from the OpenAPI document that it serves. */
export function httpApiReference(): string {
  const { paths, components } = Document.parse(openApiDocument('/rewards'));
  const operations = Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [operationText(`GET ${path}`, get)] : []),
    ...(post ? [operationText(`POST ${path}`, post)] : []),
  ]);
  const headers = Object.entries(components.headers).map(([name, one]) => [code(name), escaped(one.description)]);
  const schemes = Object.entries(components.securitySchemes).map(([name, one]) => [
    code(name),
    escaped(one.description),
  ]);
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    blocks(heading(`### ${name}`, `schema-${name.toLowerCase()}`), fenced('json', JSON.stringify(schema, null, 2))),
  );
  return blocks(
    '## Addresses',
    ...operations,
    '## Headers of replies',
    table(['Header', 'What it says'], headers),
    '## Who is asking',
    table(['Name', 'What it is'], schemes),
    '## Schemas',
    ...schemas,
  );
}

function operationText(title: string, operation: Operation): string {
  const { summary, description = '', parameters = [], requestBody, responses, operationId } = operation;
  const types = Object.keys(requestBody?.content ?? {});
  return blocks(
    heading(`### ${code(title)}`, operationId.toLowerCase()),
    sentence(escaped(summary)),
    escaped(description),
    table(
      ['Parameter', 'What it is'],
      parameters.map((one) => [`${code(one.name)} (${one.in})`, escaped(one.description)]),
    ),
    types.length > 0 ? `Body: ${types.map(code).join(' or ')}.` : '',
    table(
      ['Status', 'When'],
      Object.entries(responses).map(([status, { description: when = '' }]) => [code(status), escaped(when)]),
    ),
  );
}
