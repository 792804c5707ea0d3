import { errorCode } from '../../common/error-code.ts';
import { withoutSecret } from '../../service/index.ts';

const REMEMBERED = 8;
/** Shorter secrets are not hidden: they could be part of any word, and hiding them would damage texts. */
const SHORTEST_SECRET = 8;

/** Knows the API keys in use and other secrets, to keep them out of everything that is logged or shown. */
export class Secrets {
  readonly #known = new Set<string>();
  readonly #kept = new Set<string>();

  /** Adds another secret, for ever. */
  keep(secret: string): void {
    if (secret.length >= SHORTEST_SECRET) this.#kept.add(secret);
  }

  /** Adds an API key. Keys change while a server runs, so the oldest are forgotten. */
  remember(secret: string): void {
    if (secret === '' || this.#known.has(secret)) return;
    this.#known.add(secret);
    for (const oldest of this.#known) {
      if (this.#known.size <= REMEMBERED) break;
      this.#known.delete(oldest);
    }
  }

  /** The text without the secrets, in whichever encoding. */
  conceal(text: string): string {
    let concealed = text;
    for (const secret of this.#known) concealed = withoutSecret(concealed, secret, '[api key]');
    for (const secret of this.#kept) concealed = withoutSecret(concealed, secret, '[secret]');
    return concealed;
  }

  /** The useful parts of an error for the log, in plain JSON. */
  describe(error: unknown): { name: string; message: string; code?: string; stack?: string } {
    if (!(error instanceof Error)) return { name: 'Thrown', message: this.conceal(String(error)) };
    const { name, message, stack } = error;
    const code = errorCode(error);
    return {
      name,
      message: this.conceal(message),
      ...(code !== undefined && { code: this.conceal(code) }),
      ...(stack !== undefined && { stack: this.conceal(stack) }),
    };
  }
}
