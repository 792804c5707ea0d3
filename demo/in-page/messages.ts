/** What answers requests, in the thread that it lives in. */
export type Answer = (request: Request) => Promise<Response>;

/** A request, as one thread sends it to another. */
export interface SentRequest {
  url: string;
  method: string;
  headers: [name: string, value: string][];
  /** Null where the method has none. */
  body: ArrayBuffer | null;
}

/** Likewise a response. */
interface SentResponse {
  status: number;
  headers: [name: string, value: string][];
  body: ArrayBuffer;
}

/** The same from another thread. */
export type SentAnswer = (request: SentRequest) => Promise<SentResponse>;

const BODILESS_METHODS = ['GET', 'HEAD'];
const BODILESS_STATUSES = [204, 205, 304];

/** What another thread is given of what answers in this one. */
export function sentBy(answer: Answer): SentAnswer {
  return async ({ url, ...init }) => {
    const response = await answer(new Request(url, init));
    return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() };
  };
}

/** What answers in another thread, for those who ask in this one. */
export function askedOf(answer: SentAnswer): Answer {
  return async (request) => {
    const { url, method, headers } = request;
    const sent = BODILESS_METHODS.includes(method) ? null : await request.arrayBuffer();
    const { status, headers: answered, body } = await answer({ url, method, headers: [...headers], body: sent });
    return new Response(BODILESS_STATUSES.includes(status) ? null : body, { status, headers: answered });
  };
}
