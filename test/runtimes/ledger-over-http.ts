import { type Ledger, LedgerError, ledgerThrough } from '../../src/ledger/index.ts';

type Answer = { value?: unknown } | { error: { message: string; code: string | null } };

/** Carries out the call in the request's body, `[method, ...args]`, on the ledger. */
export async function answerLedgerCall(request: Request, ledger: Ledger): Promise<Response> {
  const [method, ...args] = (await request.json()) as [keyof Ledger, ...unknown[]];
  return Response.json(await outcome(() => Reflect.apply(ledger[method], ledger, args) as Promise<unknown>));
}

async function outcome(call: () => Promise<unknown>): Promise<Answer> {
  try {
    return { value: await call() };
  } catch (error) {
    const { message } = error as Error;
    return { error: { message, code: error instanceof LedgerError ? error.code : null } };
  }
}

/** A ledger whose calls another process answers. */
export function ledgerAt(url: string): Ledger {
  return ledgerThrough((method, ...args) => {
    const result = ask(url, [method, ...args]);
    return result as ReturnType<Ledger[typeof method]>;
  });
}

async function ask(url: string, call: unknown[]): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(call) });
  const answer = (await response.json()) as Answer;
  if (!('error' in answer)) return answer.value;
  const { message, code } = answer.error;
  throw code === null ? new RangeError(message) : new LedgerError(message, { code });
}
