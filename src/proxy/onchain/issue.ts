import { type FieldError, type OnchainMessage, OnchainRequest, type OnchainView } from '../../contract/index.ts';
import { invalidRequest, RequestProblem } from '../http/problem.ts';
import { addressIn } from './address.ts';
import type { Messages, Purpose } from './messages.ts';

/** The body of a request for a message. Throws `RequestProblem` with the errors in its parts. */
export function readOnchainRequest(value: unknown): OnchainRequest {
  const parsed = OnchainRequest.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(({ path, code, ...issue }): FieldError[] => {
    if (code === 'unrecognized_keys' && 'keys' in issue) {
      return issue.keys.map((key) => ({ field: key.slice(0, 64), message: 'is not known here: leave it out' }));
    }
    const field = String(path[0] ?? 'body');
    return [{ field, message: WANTED[field] ?? 'is not valid' }];
  });
  throw new RequestProblem(invalidRequest('The request is not valid.', errors));
}

const WANTED: Readonly<Record<string, string>> = {
  memberId: 'must be text',
  address: 'must be text',
  chainId: 'must be a whole number',
  body: 'must be a JSON object',
};

/** A message for the wallet. Throws `RequestProblem` if the address is not valid, or the action does not use the chain. */
export function issueMessage(
  { address: given, chainId }: OnchainRequest,
  { chains }: OnchainView,
  purpose: Purpose,
  messages: Messages,
): OnchainMessage {
  const address = addressIn(given);
  const errors: FieldError[] = [];
  if (address === null) {
    const message =
      'must be an address of 40 hexadecimal digits after 0x, whose capitals, if it has any, are right (EIP-55)';
    errors.push({ field: 'address', message });
  }
  if (!chains.some(({ id }) => id === chainId)) {
    const known = chains.map(({ id, name }) => `${id} (${name})`).join(', ');
    errors.push({ field: 'chainId', message: `must be that of a chain which this action asks for: ${known}` });
  }
  if (address === null || errors.length > 0)
    throw new RequestProblem(invalidRequest('The request is not valid.', errors));
  return messages.write(purpose, { address, chainId });
}
