import type { TestContext } from 'node:test';

/** What was asked of the network. */
export interface Asked {
  method: string;
  url: string;
  type: string | null;
  body: unknown;
}

/** Answers all that is fetched in the test, and notes it. */
export function answering(t: TestContext, answer: (asked: Asked) => Response | Promise<Response>): Asked[] {
  const all: Asked[] = [];
  t.mock.method(globalThis, 'fetch', async (input: string, init?: RequestInit) => {
    // A page names what is asked from where it lies.
    const request = new Request(new URL(input, 'https://page.example/'), init);
    const text = await request.text();
    const { method, url, headers } = request;
    const asked = { method, url, type: headers.get('content-type'), body: text === '' ? null : JSON.parse(text) };
    all.push(asked);
    return answer(asked);
  });
  return all;
}
