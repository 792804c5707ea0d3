import { readText } from '../../common/read-text.ts';
import { ConnectionReset } from './connection-reset.ts';

/** See `readText`. Throws `ConnectionReset` if the client disconnects before the end. */
export async function readBody(request: Request, maximumBytes: number): Promise<string | null> {
  try {
    return await readText(request, maximumBytes);
  } catch (cause) {
    throw new ConnectionReset('The client left before the end of its request.', { cause });
  }
}
