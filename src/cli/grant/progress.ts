import type { RunReport } from '../../desk/gifts/run.ts';
import { countText } from './text.ts';

const EVERY_MS = 250;

/** How far a run is, in one line of a terminal's stderr that is written over; elsewhere nothing. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #startedAt = performance.now();
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  show(report: RunReport): void {
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#shownAt < EVERY_MS) return;
    this.#shownAt = now;
    this.#stream.write(`\r\u001b[K${progressText(report, now - this.#startedAt)}`);
  }

  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[K');
  }
}

/** `ms` is how long it has run. */
function progressText(report: RunReport, ms: number): string {
  const { total, left, granted, alreadyGiven, refused, unknown, pending } = report;
  const done = total - left;
  const minutes = done === 0 ? 0 : Math.ceil((ms * left) / done / 60_000);
  const parts = [
    `${done.toLocaleString('en')} of ${countText(total, 'line')}`,
    `${granted.toLocaleString('en')} granted`,
    `${alreadyGiven.toLocaleString('en')} already given`,
    `${refused.length + unknown.length + pending.length} not given or unknown`,
    minutes <= 1 ? 'less than a minute left' : `about ${minutes} minutes left`,
  ];
  return parts.join(', ');
}
