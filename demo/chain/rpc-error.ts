/** What JSON-RPC answers where there is no result. Codes are those of JSON-RPC 2.0, of EIP-1474, and 3 for what reverted, as nodes have it. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  /** What a contract returned that reverted. */
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const INVALID_REQUEST = -32_600;
export const NO_METHOD = -32_601;
export const INVALID_PARAMS = -32_602;
export const REJECTED = -32_000;

/** A call that came to nothing on the chain. */
export function reverted(): RpcError {
  return new RpcError(3, 'execution reverted', '0x');
}
