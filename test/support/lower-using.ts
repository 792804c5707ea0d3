/*
 * For tests on a Node that is older than the one they are written for: `node --import ./test/support/lower-using.ts --test …`.
 * Tests dispose of what they open with `using`, which Node knows from 24 on. The product itself is taken as it is.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const USING = /^\s*(?:await )?using \w+ =|\((?:await )?using \w+ of /m;
const ROOT = new URL('../../', import.meta.url).href;

function lowered(url: string, source: string): string {
  const { code } = transformSync(source, {
    loader: 'ts',
    target: 'node22',
    sourcemap: 'inline',
    sourcefile: fileURLToPath(url),
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, useDefineForClassFields: true } },
  });
  return code;
}

/** As much of it as the tests use. */
class DisposableStackOfAsync {
  #disposals: (() => unknown)[] = [];

  use<T extends Partial<AsyncDisposable & Disposable> | null | undefined>(value: T): T {
    this.defer(() => (value?.[Symbol.asyncDispose] ?? value?.[Symbol.dispose])?.call(value));
    return value;
  }

  adopt<T>(value: T, dispose: (value: T) => unknown): T {
    this.defer(() => dispose(value));
    return value;
  }

  defer(disposal: () => unknown): void {
    this.#disposals.push(disposal);
  }

  move(): DisposableStackOfAsync {
    const moved = new DisposableStackOfAsync();
    [moved.#disposals, this.#disposals] = [this.#disposals, []];
    return moved;
  }

  async disposeAsync(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- what was opened last is closed first
    for (let next = this.#disposals.pop(); next; next = this.#disposals.pop()) await next();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.disposeAsync();
  }
}

if (!('AsyncDisposableStack' in globalThis)) {
  Object.assign(globalThis, { AsyncDisposableStack: DisposableStackOfAsync });
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith(ROOT) || url.includes('/node_modules/') || !url.endsWith('.ts')) return next(url, context);
      const source = readFileSync(fileURLToPath(url), 'utf8');
      if (!USING.test(source)) return next(url, context);
      return { format: 'module', source: lowered(url, source), shortCircuit: true };
    },
  });
}
