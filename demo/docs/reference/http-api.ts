import * as z from 'zod';
import { once } from '../../../src/common/once.ts';
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

const MAX_LINE = 90;

const readDocument = once(() => Document.parse(openApiDocument('/rewards')));

/** Every address of the proxy, from the OpenAPI document that it serves. */
export function httpApiReference(): string {
  const { paths, components } = readDocument();
  const operations = Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [[`GET ${path}`, get] as const] : []),
    ...(post ? [[`POST ${path}`, post] as const] : []),
  ]);
  const answers = operations.map(([, operation]) => answersOf(operation));
  const common = answers[0]?.filter((row) => answers.every((all) => all.some((other) => isSame(row, other)))) ?? [];
  const headers = Object.entries(components.headers).map(([name, one]) => [code(name), escaped(one.description)]);
  const schemes = Object.entries(components.securitySchemes).map(([name, one]) => [
    code(name),
    escaped(one.description),
  ]);
  return blocks(
    '## Addresses',
    table(
      ['Address', 'What it is for'],
      operations.map(([title, { operationId, summary }]) => [
        `[${code(title)}](#${operationId.toLowerCase()})`,
        sentence(escaped(summary)),
      ]),
    ),
    'Each address also answers:',
    table(['Status', 'When'], common),
    ...operations.map(([title, operation]) => operationText(title, operation, common)),
    '## Headers of replies',
    table(['Header', 'What it says'], headers),
    '## Who is asking',
    table(['Name', 'What it is'], schemes),
  );
}

/** What is sent to the addresses and answered, from the same document. */
export function schemasReference(): string {
  const { components } = readDocument();
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    blocks(heading(`## ${name}`, `schema-${name.toLowerCase()}`), fenced('json', jsonText(schema))),
  );
  return blocks(...schemas);
}

/** The value as JSON, in which what fits into a line stands in one. */
function jsonText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  if (indent.length + line.length <= MAX_LINE || typeof value !== 'object' || value === null) return line;
  const further = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => jsonText(item, further))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${jsonText(item, further)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => further + part).join(',\n')}\n${indent}${close}`;
}

type Row = readonly [status: string, when: string];

const isSame = ([status, when]: Row, [other, otherWhen]: Row): boolean => status === other && when === otherWhen;

const answersOf = ({ responses }: Operation): Row[] =>
  Object.entries(responses).map(([status, { description: when = '' }]) => [code(status), escaped(when)]);

/** `common`: what every address answers, which is said once. */
function operationText(title: string, operation: Operation, common: readonly Row[]): string {
  const { summary, description = '', parameters = [], requestBody, operationId } = operation;
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
      answersOf(operation).filter((row) => !common.some((other) => isSame(row, other))),
    ),
  );
}
