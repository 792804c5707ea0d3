import { toBase64 } from '../../common/base64.ts';

/** The hash with which a policy allows an inline script or style (CSP 3, section 2.3.1). */
export async function sourceHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${toBase64(new Uint8Array(digest))}'`;
}
