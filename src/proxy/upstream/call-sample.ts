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
  #calls: CallEnd[] = [];

  add(call: CallEnd): void {
    const own = this.#calls.filter(({ client }) => client !== null && client === call.client);
    const dropped = own.length < OF_ONE_CLIENT ? undefined : own[0];
    this.#calls = [...this.#calls.filter((known) => known !== dropped), call].slice(-WINDOW);
  }

  /** Whether the last 5 failed, or 10 of all. */
  get inTrouble(): boolean {
    const failures = this.#calls.map(({ failed }) => failed);
    const inARow = failures.length >= IN_A_ROW && failures.slice(-IN_A_ROW).every(Boolean);
    return inARow || failures.filter(Boolean).length >= OF_WINDOW;
  }
}
