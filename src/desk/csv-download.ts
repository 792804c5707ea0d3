import { DESK_HEADERS } from './problem.ts';

/** The lines of a CSV as a file to download. `day` stands in its name. */
export function csvDownload(lines: AsyncGenerator<string>, day: string): Response {
  return new Response(streamOf(withByteOrderMark(lines)), {
    headers: {
      ...DESK_HEADERS,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="rewards-claims-${day}.csv"`,
    },
  });
}

/** Excel needs the byte order mark: a file without it, opened by a double click, is not read as UTF-8. */
async function* withByteOrderMark(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  yield '\uFEFF';
  yield* lines;
}

/** Reads a line only when the client is ready for more. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
