/**
 * The request's body as text, or null if it is larger than `maximumBytes`; then no more is read. What is not UTF-8 becomes U+FFFD.
 * Rejects if the client leaves before the end.
 */
export async function readText(request: Request, maximumBytes: number): Promise<string | null> {
  if (request.body === null) return '';
  if (Number(request.headers.get('content-length')) > maximumBytes) return null;
  // In a page of Firefox requests have no stream.
  if (request.body === undefined) {
    const bytes = await request.arrayBuffer();
    return bytes.byteLength > maximumBytes ? null : new TextDecoder().decode(bytes);
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength;
    if (size > maximumBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}
