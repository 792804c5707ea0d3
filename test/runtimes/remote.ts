import { type Ledger, LedgerError, ledgerThrough } from '../../src/ledger/index.ts';
import type { Outcome } from '../../src/service/index.ts';
import type { ServiceCall } from '../service/call-service.ts';

/** A call of a ledger's method, `[method, ...args]`, of the ledger by that name; or of the service. */
export type Call = { ledger: string; call: [keyof Ledger, ...unknown[]] } | { service: ServiceCall };

type Answer = { value?: unknown } | { error: { message: string; code: string | null } };

/** Answers a call with what it came to. */
export async function answerWith(result: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json({ value: await result() } satisfies Answer);
  } catch (error) {
    const { message } = error as Error;
    const code = error instanceof LedgerError ? error.code : null;
    return Response.json({ error: { message, code } } satisfies Answer);
  }
}

export function callLedger(ledger: Ledger, [method, ...args]: [keyof Ledger, ...unknown[]]): Promise<unknown> {
  return Reflect.apply(ledger[method], ledger, args) as Promise<unknown>;
}

/** The ledger by that name, in another process. */
export function ledgerAt(url: string, ledger: string): Ledger {
  return ledgerThrough((method, ...args) => {
    const result = ask(url, { ledger, call: [method, ...args] });
    return result as ReturnType<Ledger[typeof method]>;
  });
}

/** Calls the service from another process. */
export async function callServiceAt(url: string, service: ServiceCall): Promise<Outcome> {
  return (await ask(url, { service })) as Outcome;
}

async function ask(url: string, call: Call): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(call) });
  const answer = (await response.json()) as Answer;
  if (!('error' in answer)) return answer.value;
  const { message, code } = answer.error;
  throw code === null ? new RangeError(message) : new LedgerError(message, { code });
}
