import { pointsText } from '../../../src/emulator/console/points-text.ts';
import type { EmulatorEvent } from '../../../src/emulator/index.ts';

/** One line of what happens. `detail` is JSON. */
export interface LogEntry {
  id: number;
  at: Date;
  from: 'widget' | 'proxy' | 'community';
  text: string;
  detail: string;
}

/** Takes down what happens behind the widget. */
export interface Tell {
  proxy(message: string, details: object): void;
  community(event: EmulatorEvent): void;
}

const LONGEST = 60;

/** What happened, the latest first. */
export class Log implements Tell {
  readonly #changed: () => void;
  #count = 0;
  entries: readonly LogEntry[] = [];

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  widget({ type }: Event, detail: unknown): void {
    this.#add('widget', type, detail);
  }

  proxy(message: string, details: object): void {
    this.#add('proxy', message, details);
  }

  community({ type, data }: EmulatorEvent): void {
    if (type === 'award') this.#add('community', `${data.memberName} gets ${pointsText(data.points)}`, data);
    if (type === 'role') this.#add('community', `${data.memberName} gets the role ${data.roleName}`, data);
    if (type === 'call') this.#add('community', `${data.method} ${data.path} → ${data.status ?? 'no reply'}`, data);
  }

  clear(): void {
    this.entries = [];
    this.#changed();
  }

  #add(from: LogEntry['from'], text: string, detail: unknown): void {
    this.#count += 1;
    const entry = { id: this.#count, at: new Date(), from, text, detail: JSON.stringify(detail, null, 2) };
    this.entries = [entry, ...this.entries].slice(0, LONGEST);
    this.#changed();
  }
}
