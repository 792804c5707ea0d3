import { setTimeout as delay } from 'node:timers/promises';

/** A source of input and what it does, as in https://www.w3.org/TR/webdriver2/#actions. */
export interface InputSource {
  type: 'key' | 'pointer';
  id: string;
  parameters?: { pointerType: 'mouse' };
  actions: Record<string, unknown>[];
}

export interface Size {
  width: number;
  height: number;
}

/** A bound for what hangs, on a machine that is busy. */
const PATIENCE_MS = 120_000;

/** One window of a browser behind a WebDriver server. */
export class WebDriver {
  readonly #server: string;
  #session = '';

  private constructor(server: string) {
    this.#server = server;
  }

  /** Opens a session. */
  static async connect(port: number): Promise<WebDriver> {
    const driver = new WebDriver(`http://127.0.0.1:${port}`);
    const { sessionId } = await driver.#call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
    driver.#session = `/session/${sessionId}`;
    return driver;
  }

  async #call<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    const url = `${this.#server}${this.#session}${path}`;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
      const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
      if (response.ok) return value;
      throw new Error(`${value.error}: ${value.message}`);
    } catch (error) {
      throw new Error(`WebDriver did not ${method} ${path}: ${String(error)}`, { cause: error });
    }
  }

  /** Resolves when the page is loaded. */
  async goto(url: string): Promise<void> {
    await this.#call('POST', '/url', { url });
  }

  url(): Promise<string> {
    return this.#call('GET', '/url');
  }

  /** Runs a script in the page and gives what it returns. */
  run<T>(script: string): Promise<T> {
    return this.#call('POST', '/execute/sync', { script, args: [] });
  }

  /** Runs a script in the frame that the selector finds in the page, of whichever origin it is. */
  async runInFrame<T>(selector: string, script: string): Promise<T> {
    const id = await this.#call<object>('POST', '/element', { using: 'css selector', value: selector });
    await this.#call('POST', '/frame', { id });
    try {
      return await this.run<T>(script);
    } finally {
      await this.#call('POST', '/frame', { id: null });
    }
  }

  async act(source: InputSource): Promise<void> {
    await this.#call('POST', '/actions', { actions: [source] });
  }

  /** Gives the page this size, and waits until it has it. */
  async resize({ width, height }: Size): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const { page, frame } = await this.run<{ page: Size; frame: Size }>(
        `const page = { width: innerWidth, height: innerHeight };
          return { page, frame: { width: outerWidth - page.width, height: outerHeight - page.height } };`,
      );
      if (page.width === width && page.height === height) return;
      await this.#call('POST', '/window/rect', { width: width + frame.width, height: height + frame.height });
      await delay(20);
    }
    throw new Error(`The window did not become ${width} by ${height} pixels.`);
  }
}
