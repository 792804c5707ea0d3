import { createEmulator, type Emulator, HARBOUR_LIGHTS, type ServerView } from '../../../src/emulator/index.ts';
import { PageFrame, type PageFrameOptions } from '../page-frame.ts';

/** The console before an emulator that runs in the test's own page. */
export class RealEmulator {
  readonly emulator: Emulator = createEmulator();

  get server(): ServerView {
    return this.emulator.state.server(HARBOUR_LIGHTS.id);
  }

  /** Calls the service's API as a proxy does. */
  async award(form: Record<string, string>, key: string): Promise<Response> {
    const headers = { 'x-api-key': key };
    const body = new URLSearchParams(form);
    return this.emulator.fetch(new Request(`${location.origin}/1/points/award`, { method: 'POST', headers, body }));
  }

  open(options: Partial<PageFrameOptions> = {}): Promise<PageFrame> {
    const { emulator } = this;
    return PageFrame.open({
      page: '/src/emulator/console/',
      server: ({ method, path, body }) => {
        const headers = { 'content-type': 'application/json' };
        const sent = body === null ? {} : { headers, body: JSON.stringify(body) };
        return emulator.fetch(new Request(location.origin + path, { method, ...sent }));
      },
      prepare: (window) => {
        Reflect.set(
          window,
          'EventSource',
          class extends Events {
            constructor() {
              super(emulator);
            }
          },
        );
      },
      ...options,
    });
  }
}

/** What the page hears the emulator's events from. */
class Events extends EventTarget {
  constructor(emulator: Emulator) {
    super();
    emulator.subscribe(({ type, data }) => {
      this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
    });
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
}
