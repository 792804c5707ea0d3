import type { Claim } from '../../src/contract/claim.ts';
import { COMMUNITY, LEDGER, type Line, PAGE, PROXY, type Way } from './way.ts';

/** What is written beside the lines. */
const MARGIN = {
  granted: 'Closed. Two lines under the sum.',
  unknown: 'Unknown: a person looks and decides.',
  released: 'Free again: nothing was given.',
};
/** What a widget says of a claim that was pending, and was not given. */
const SETTLES = new Set(['unreachable', 'refused']);
/** What a widget says where nobody knows whether the claim was made. */
const UNANSWERED = new Set(['no-reply', 'bad-reply', 'internal']);
const WRITTEN_MS = 500;
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** Says what is told, and with `atDesk` last, as a link to the owner's desk. */
export type Say = (text: string, atDesk?: string) => void;

/**
 * Tells what became of a press, step by step, as fast as one can follow: what is drawn comes from the widget's events, the
 * proxy's answers and what the community said, and only the pace is the story's own.
 */
export class Story {
  readonly #way: Way;
  readonly #say: Say;
  readonly #name: () => string;
  readonly #lines: Line[] = [];
  /** What the community has to show once the story gets there. */
  #hear: (() => void) | null = null;
  #last: Promise<void> = Promise.resolve();
  #steps = 0;
  /** Whether the member who stands before the widget has pressed here. */
  #isPressed = false;

  constructor(way: Way, say: Say, name: () => string) {
    this.#way = way;
    this.#say = say;
    this.#name = name;
  }

  /** Another member stands before the widget. */
  waits(): void {
    const name = this.#name();
    this.#isPressed = false;
    this.#then(async () => {
      this.#way.clear();
      this.#way.decide('waits for a press');
      this.#way.write(this.#lines, 'One line for an action, a member and a day.');
      this.#say(`Press “Check in” as ${name}, and watch the line.`);
      this.#listen();
    });
  }

  /** The member has a claim that was not told here: the page was left and opened again, say. */
  found(cameTo: 'granted' | 'unknown', claim = ''): void {
    if (this.#isPressed) return;
    const name = this.#name();
    this.#then(async () => {
      if (!this.#lines.some(({ member }) => member === name)) {
        this.#lines.push({ claim, slot: day.format(new Date()), member: name, cameTo });
      }
      this.#way.write(this.#lines, MARGIN[cameTo]);
      if (cameTo === 'unknown') this.#say(`${name}’s claim is not confirmed yet: a person decides`, 'at the desk');
      else this.#say(`${name} has checked in today. Try as somebody else, or press in another tab.`);
    });
  }

  pressed(): void {
    this.#isPressed = true;
    this.#then(async () => {
      this.#way.clear();
      this.#way.light(PAGE);
      this.#way.decide('looks at it');
      await this.#way.go(PAGE, PROXY);
      await this.#way.check();
    });
  }

  granted(claim: Claim): void {
    const name = this.#name();
    this.#then(async () => {
      const known = this.#lines.find((one) => one.claim === claim.id);
      if (known) return this.#settle(known, 'granted');
      const line = await this.#pay(claim, name);
      await this.#way.go(COMMUNITY, LEDGER);
      line.cameTo = 'granted';
      this.#way.write(this.#lines, MARGIN.granted);
      await this.#way.go(LEDGER, PAGE);
      this.#way.decide('paid once', 'yes');
      this.#say(`${name} has 10 points more, and the line is closed. Now press in another tab.`);
    });
  }

  pending(claim: Claim): void {
    const name = this.#name();
    this.#then(async () => {
      const known = this.#lines.find((one) => one.claim === claim.id);
      if (known) return this.#stillPending(known);
      const line = await this.#pay(claim, name);
      await this.#way.go(COMMUNITY, LEDGER, { lost: true });
      line.cameTo = 'unknown';
      this.#way.stop(LEDGER);
      this.#way.write(this.#lines, MARGIN.unknown, line);
      this.#way.decide('not confirmed yet', 'no');
      this.#say(
        'Paid, but the proxy cannot know. It does not guess and does not try again: a person decides',
        'at the desk',
      );
    });
  }

  /** The proxy, or what is behind it, said no. */
  refused(code: string): void {
    const name = this.#name();
    this.#then(async () => {
      const open = this.#lines.find(({ member, cameTo }) => member === name && cameTo === 'unknown');
      if (open && SETTLES.has(code)) return this.#settle(open, 'released');
      if (UNANSWERED.has(code)) return this.#unanswered();
      if (code !== 'already-claimed') {
        this.#way.stop(PROXY);
        this.#way.decide('not this time', 'no');
        this.#say('This claim was not made. The card says why.');
        return;
      }
      await this.#way.go(PROXY, LEDGER);
      this.#way.stop(LEDGER);
      const held = this.#lines.findLast(({ member }) => member === name);
      this.#way.write(this.#lines, 'Taken: nothing written, nothing sent.', held);
      this.#way.decide('has had it today', 'no');
      await this.#way.go(LEDGER, PAGE);
      this.#say('Another tab, a replay, a crash: all of them meet the one line. No call is made.');
    });
  }

  warned(lost: boolean): void {
    this.#say(
      lost
        ? 'The next reply will be lost on its way back. Check in as somebody who has not yet.'
        : 'Replies arrive again.',
    );
  }

  /** The community has something to show: at once, unless a story is on its way there. */
  heard(show: () => void): void {
    this.#hear = show;
    if (this.#steps === 0) this.#listen();
  }

  async #pay({ id, memberId, claimedAt }: Claim, name: string): Promise<Line> {
    const slot = day.format(new Date(claimedAt));
    this.#way.decide('go ahead', 'yes');
    await this.#way.go(PROXY, LEDGER);
    const line: Line = { claim: id, slot, member: name, cameTo: 'reserved' };
    this.#lines.push(line);
    this.#way.write(this.#lines, 'On disk, before a byte goes out.');
    this.#say(`The slot is taken first: one line for this action, ${name} (…${memberId.slice(-4)}) and this day.`);
    await this.#way.pause(WRITTEN_MS);
    await this.#way.go(LEDGER, COMMUNITY);
    this.#listen();
    await this.#way.pause(WRITTEN_MS);
    return line;
  }

  /** The claim is asked for again, and the same line answers. */
  async #stillPending(line: Line): Promise<void> {
    await this.#way.go(PROXY, LEDGER);
    this.#way.stop(LEDGER);
    this.#way.write(this.#lines, 'Taken: nothing written, nothing sent.', line);
    this.#way.decide('not confirmed yet', 'no');
    await this.#way.go(LEDGER, PAGE);
    this.#say('The points may be there already. So the same line answers again, and no second call goes out.');
  }

  /** The proxy may have made the claim or not. */
  async #unanswered(): Promise<void> {
    await this.#way.go(PROXY, PAGE, { lost: true });
    this.#way.stop(PAGE);
    this.#way.decide('no answer yet', 'no');
    this.#say('No answer came, so the page cannot know. Press again: it is the same claim, and is never paid twice.');
  }

  /** It is known now what came of a claim: its line says so, and nothing goes out. */
  async #settle(line: Line, cameTo: 'granted' | 'released'): Promise<void> {
    const isGranted = cameTo === 'granted';
    line.cameTo = cameTo;
    this.#way.clear();
    this.#way.light(LEDGER);
    this.#way.write(this.#lines, MARGIN[cameTo]);
    await this.#way.go(LEDGER, PAGE);
    this.#way.decide(isGranted ? 'paid once' : 'may claim again', isGranted ? 'yes' : '');
    this.#say(
      isGranted
        ? `It is known now: ${line.member} has the points. The same line is closed, and nothing was sent again.`
        : `It is known now: ${line.member} does not have the points. The slot is free again: press once more.`,
    );
  }

  #listen(): void {
    this.#hear?.();
  }

  #then(step: () => Promise<void>): void {
    this.#steps += 1;
    this.#last = this.#last.then(step).finally(() => {
      this.#steps -= 1;
      if (this.#steps === 0) this.#listen();
    });
  }
}
