/** What EIP-1193 has for a wallet that does not do what it was asked. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Asks the chain at the address. Throws `ProviderError` with what it answers. */
export async function askChain(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error }: { result?: unknown; error?: { code: number; message: string } } = await response.json();
  if (error) throw new ProviderError(error.code, error.message);
  return result;
}
