import type { EmulatorEvent, Listener } from './events.ts';

const HEARTBEAT_MS = 15_000;
/** How many events may wait for a slow reader before it is disconnected; it connects again by itself. */
const MAX_WAITING = 1_000;

/** All events from now on as server-sent events, until the client disconnects. */
export function eventStream(subscribe: (listener: Listener) => () => void, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const send = (text: string) => {
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) <= 0) end();
    };
    const unsubscribe = subscribe((event) => send(format(event)));
    const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS);
    stop = () => {
      unsubscribe();
      clearInterval(heartbeat);
      signal.removeEventListener('abort', end);
    };
    const end = () => {
      stop();
      controller.close();
    };
    signal.addEventListener('abort', end, { once: true });
    send('retry: 1000\n\n');
  };
  const body = new ReadableStream({ start, cancel: () => stop() }, { highWaterMark: MAX_WAITING });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}

function format({ type, data }: EmulatorEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
