const WINDOW = 20;
const OF_WINDOW = 10;
const IN_A_ROW = 5;
const OF_ONE_CLIENT = 2;

/** How a call ended, and for which client; null if that is not known, or the client had no part in it. */
export interface CallEnd {
  failed: boolean;
  client: string | null;
}

/**
 * How the last calls to a service ended: the latest 20, and of one client the latest two alone. So an attacker who finds out what makes
 * the service stumble, such as an id that it cannot read, does not by that alone make it look broken for everybody.
 */
export class CallSample {
  readonly #calls: CallEnd[] = [];

  add(call: CallEnd): void {
    const calls = this.#calls;
    const own = call.client === null ? [] : calls.filter(({ client }) => client === call.client);
    const [oldest] = own;
    if (oldest && own.length >= OF_ONE_CLIENT) calls.splice(calls.indexOf(oldest), 1);
    calls.push(call);
    if (calls.length > WINDOW) calls.shift();
  }

  /** Whether the last 5 failed, or 10 of all. */
  get inTrouble(): boolean {
    const inARow = this.#calls.length - 1 - this.#calls.findLastIndex(({ failed }) => !failed);
    return inARow >= IN_A_ROW || this.#calls.filter(({ failed }) => failed).length >= OF_WINDOW;
  }
}
