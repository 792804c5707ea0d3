import type { FieldView } from '../../../contract/index.ts';
import { NEEDS_SCRIPT } from '../../challenge/index.ts';
import { readFormBody } from '../../http/form-body.ts';
import { isForm, readForm } from '../../http/request-body.ts';
import { checkClaimBody, readClaimBody, readIdempotencyKey } from '../claim-body.ts';
import type { ClaimContext } from '../claim-context.ts';
import type { GateDefinition } from './gate.ts';

/** Reads the content of the request: JSON, or a form that a browser sent without a script. */
export const bodyGate = {
  name: 'body',
  stage: 'reading',
  ofVisitors: true,
  make: () => async (context) => {
    const { request, action } = context;
    const form = isForm(request);
    if (form && action.challenge) return NEEDS_SCRIPT;
    context.body = form
      ? await readFormClaim(context, [...action.fields, ...action.answers])
      : await readClaimBody(request);
    context.idempotencyKey = readIdempotencyKey(request);
    return null;
  },
} satisfies GateDefinition<object>;

async function readFormClaim(
  { request, exchange }: ClaimContext,
  fields: readonly Pick<FieldView, 'name' | 'type'>[],
): Promise<ClaimContext['body']> {
  const { returnTo, ...body } = readFormBody(await readForm(request), fields);
  exchange.returnTo = returnTo;
  return checkClaimBody(body);
}
