import { createEmulator, type Emulator, HARBOUR_LIGHTS, type ServerView } from '../../../src/emulator/index.ts';
import { type Asked, PageFrame, type PageFrameOptions } from '../page-frame.ts';

/** The console before an emulator that runs in the test's own page. */
export class RealEmulator {
  readonly emulator: Emulator = createEmulator();

  get server(): ServerView {
    return this.emulator.state.server(HARBOUR_LIGHTS.id);
  }

  /** Revokes whatever key there is. */
  revokeKeys(): void {
    for (const { revoked } of this.server.keys) if (!revoked) this.emulator.state.revokeKey(this.server.id);
  }

  /** A key in the place of whatever there was. */
  newKey(): string {
    this.revokeKeys();
    return this.emulator.state.createKey(this.server.id).key;
  }

  /** Calls the service's API as a proxy does. */
  async award(form: Record<string, string>, key: string, signal: AbortSignal | null = null): Promise<Response> {
    const headers = { 'x-api-key': key };
    const body = new URLSearchParams(form);
    const sent = { method: 'POST', headers, body, signal };
    return this.emulator.fetch(new Request(`${location.origin}/1/points/award`, sent));
  }

  /** Answers what a page asks the emulator. */
  answer({ method, path, body }: Asked): Promise<Response> {
    const sent = body === null ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return this.emulator.fetch(new Request(location.origin + path, { method, ...sent }));
  }

  /** Has the window hear the emulator's events. */
  prepare(window: Window): void {
    const { emulator } = this;
    const Heard = class extends Events {
      constructor() {
        super(emulator);
      }
    };
    Reflect.set(window, 'EventSource', Heard);
  }

  open(options: Partial<PageFrameOptions> = {}): Promise<PageFrame> {
    return PageFrame.open({
      page: '/src/emulator/console/',
      server: (asked) => this.answer(asked),
      prepare: (window) => this.prepare(window),
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
