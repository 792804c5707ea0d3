import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WebKitLauncher } from './webkit.ts';
import type { WebKitWindow } from './webkit-window.ts';

/** Windows of a browser that ends when it is told to. */
class Windows {
  readonly #alive: boolean[] = [];
  readonly visited: string[] = [];
  closed = 0;

  get opened(): number {
    return this.#alive.length;
  }

  crash(): void {
    this.#alive.fill(false);
  }

  open(): WebKitWindow {
    const number = this.#alive.push(true) - 1;
    const answer = async () => {
      if (!this.#alive[number]) throw new Error('invalid session id: ');
    };
    const driver = {
      resize: answer,
      goto: async (url: string) => {
        await answer();
        this.visited.push(`${number} ${url}`);
      },
      url: answer,
    };
    const close = async () => void (this.closed += 1);
    return { driver, inspector: {}, [Symbol.asyncDispose]: close } as unknown as WebKitWindow;
  }
}

describe('the tests in WebKit', () => {
  it('go on in a new browser when the last one ended between two files', async (t) => {
    t.mock.method(console, 'log', () => undefined);
    const windows = new Windows();
    const launcher = new WebKitLauncher(async () => windows.open());
    await launcher.startSession('1', 'a');
    await launcher.stopSession();
    await launcher.startSession('2', 'b');
    windows.crash();
    assert.deepEqual(await launcher.stopSession(), {});
    await launcher.startSession('3', 'c');
    await launcher.stop();
    assert.deepEqual(windows.visited, ['0 a', '0 about:blank', '0 b', '1 c']);
    assert.deepEqual([windows.opened, windows.closed], [2, 2]);
  });

  it('fail where no browser starts, and try again for the next file', async () => {
    const windows = new Windows();
    let attempts = 0;
    const launcher = new WebKitLauncher(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('MiniBrowser ended too soon.');
      return windows.open();
    });
    await assert.rejects(launcher.startSession('1', 'a'), /ended too soon/);
    await launcher.stopSession();
    await launcher.startSession('2', 'b');
    await launcher.stop();
    assert.deepEqual(windows.visited, ['0 b']);
  });
});
