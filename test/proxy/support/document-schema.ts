import { z } from 'zod';
import { isRecord } from '../../../src/contract/guard.ts';

/** What reads a value by a schema that a document has, which may refer to `components` of the document. */
export type ReadBySchema = (schema: object, value: unknown) => void;

/** Throws `ZodError` for a value that is not as the document says. Each schema is compiled once. */
export function readerOf(document: Record<string, unknown>): ReadBySchema {
  const { schemas } = Object(document['components']) as { schemas: object };
  const $defs = pointedAtDefs(schemas);
  const compiled = new WeakMap<object, z.ZodType>();
  return (schema, value) => {
    const known = compiled.get(schema) ?? z.fromJSONSchema({ ...Object(pointedAtDefs(schema)), $defs });
    compiled.set(schema, known);
    known.parse(value);
  };
}

/** The same with references as JSON Schema itself has them. */
function pointedAtDefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointedAtDefs);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace('#/components/schemas/', '#/$defs/') : pointedAtDefs(inner),
    ]),
  );
}
