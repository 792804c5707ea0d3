const WINDOW = 20;
const OF_WINDOW = 10;
const IN_A_ROW = 5;
const OF_ONE_CLIENT = 2;

/** The result of a call, and for which client it was; null if the client is not known or does not matter. */
export interface CallEnd {
  failed: boolean;
  client: string | null;
}

/**
 * The results of the last calls to a service: the latest 20, but at most two of each client. So an attacker who finds out what makes the service
 * fail, such as an id that it cannot read, cannot make it look broken for everybody with that alone.
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

  /** Whether the last 5 calls failed, or 10 of all. */
  get inTrouble(): boolean {
    const inARow = this.#calls.length - 1 - this.#calls.findLastIndex(({ failed }) => !failed);
    return inARow >= IN_A_ROW || this.#calls.filter(({ failed }) => failed).length >= OF_WINDOW;
  }
}
