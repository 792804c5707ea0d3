import { readText } from '../common/read-text.ts';
import { DeskError } from './problem.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** The request's JSON body. The content type is required, because a form on another site cannot send it. Throws `DeskError`. */
export async function readJsonBody(request: Request, maxBytes: number = MAX_BODY_BYTES): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new DeskError('invalid-request', 'The body must be JSON, with content-type application/json.');
  }
  const text = await readText(request, maxBytes);
  if (text === null) throw new DeskError('invalid-request', 'The body is too long.');
  try {
    return JSON.parse(text);
  } catch {
    throw new DeskError('invalid-request', 'The body is no JSON.');
  }
}
