import { parseJson } from '../../common/parse-json.ts';
import { isRecord } from '../../contract/guard.ts';

/** What the text of a package.json says, as npm reads it: with a byte order mark or without. Null if it cannot be read. */
export function readManifest(text: string): Record<string, unknown> | null {
  const manifest = parseJson(text.replace(/^\uFEFF/, ''));
  return isRecord(manifest) ? manifest : null;
}
