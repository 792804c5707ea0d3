import type { EmulatorEvent, Listener } from '../../src/emulator/index.ts';

/** Subscribes a listener to the emulator's events, as soon as there is an emulator. Returns a function that unsubscribes. */
export type Subscribe = (listener: Listener) => Promise<() => void>;

/** Has an `EventSource` for exactly that address get its events from the page itself. All others work as before. */
export function interceptEvents(address: string, subscribe: Subscribe): void {
  globalThis.EventSource = new Proxy(EventSource, {
    construct: (target, args) =>
      String(args[0]) === address ? new InPageEventSource(subscribe) : Reflect.construct(target, args),
  });
}

/** The part of an `EventSource` that concerns listeners. */
class InPageEventSource extends EventTarget {
  readonly #end: Promise<() => void>;

  constructor(subscribe: Subscribe) {
    super();
    this.#end = subscribe((event) => this.#tell(event));
    this.#end.then(
      () => this.dispatchEvent(new Event('open')),
      () => this.dispatchEvent(new Event('error')),
    );
  }

  close(): void {
    void this.#end.then((end) => end());
  }

  #tell({ type, data }: EmulatorEvent): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}
