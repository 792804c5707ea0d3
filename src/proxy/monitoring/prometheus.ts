/** Samples by the values of their labels. The number of different values must be limited, because each is kept for ever. */
class Family<Sample> {
  readonly name: string;
  readonly labels: readonly string[];
  readonly #head: string;
  readonly #samples = new Map<string, { values: readonly string[]; sample: Sample }>();
  readonly #start: () => Sample;

  constructor({ name, help, labels }: FamilyOptions, type: string, start: () => Sample) {
    this.name = name;
    this.labels = labels;
    this.#head = headOf(name, help, type);
    this.#start = start;
  }

  at(values: readonly string[]): Sample {
    const key = values.join('\u0000');
    let known = this.#samples.get(key);
    if (!known) {
      known = { values, sample: this.#start() };
      this.#samples.set(key, known);
    }
    return known.sample;
  }

  text(linesOf: (sample: Sample, values: readonly string[]) => string[]): string {
    const lines = Array.from(this.#samples.values(), ({ values, sample }) => linesOf(sample, values));
    return [this.#head, ...lines.flat(), ''].join('\n');
  }
}

export interface FamilyOptions {
  /** Ends in `_total` for a counter, and with the unit if it has one: `_seconds`. */
  name: string;
  help: string;
  labels: readonly string[];
}

/** Counts how often something happened, by labels. */
export class Counter {
  readonly #family: Family<{ count: number }>;

  constructor(options: FamilyOptions) {
    this.#family = new Family(options, 'counter', () => ({ count: 0 }));
  }

  /** Shows the sample with the value 0 before it first happens. */
  expect(...values: readonly string[]): void {
    this.#family.at(values);
  }

  add(...values: readonly string[]): void {
    this.#family.at(values).count += 1;
  }

  text(): string {
    const { name, labels } = this.#family;
    return this.#family.text(({ count }, values) => [line(name, labels, values, count)]);
  }
}

/** Records how long something took, by labels. `bounds` are the upper ends of the buckets in seconds, ascending. */
export class Histogram {
  readonly #family: Family<{ counts: number[]; sum: number }>;
  readonly #bounds: readonly number[];

  constructor(options: FamilyOptions & { bounds: readonly number[] }) {
    this.#bounds = [...options.bounds, Infinity];
    this.#family = new Family(options, 'histogram', () => ({ counts: this.#bounds.map(() => 0), sum: 0 }));
  }

  observe(seconds: number, ...values: readonly string[]): void {
    const sample = this.#family.at(values);
    const bucket = this.#bounds.findIndex((bound) => seconds <= bound);
    sample.counts[bucket] = (sample.counts[bucket] ?? 0) + 1;
    sample.sum += seconds;
  }

  text(): string {
    const { name, labels } = this.#family;
    return this.#family.text(({ counts, sum }, values) => {
      let below = 0;
      const buckets = this.#bounds.map((bound, index) => {
        below += counts[index] ?? 0;
        return line(`${name}_bucket`, [...labels, 'le'], [...values, numberText(bound)], below);
      });
      return [...buckets, line(`${name}_sum`, labels, values, sum), line(`${name}_count`, labels, values, below)];
    });
  }
}

/** A current value, by labels. */
export function gaugeText(
  { name, help, labels }: FamilyOptions,
  samples: readonly { values: readonly string[]; value: number }[],
): string {
  return [
    headOf(name, help, 'gauge'),
    ...samples.map(({ values, value }) => line(name, labels, values, value)),
    '',
  ].join('\n');
}

function headOf(name: string, help: string, type: string): string {
  const escaped = help.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`);
  return `# HELP ${name} ${escaped}\n# TYPE ${name} ${type}`;
}

function line(name: string, labels: readonly string[], values: readonly string[], value: number): string {
  const pairs = labels.map((label, index) => `${label}="${escapeValue(values[index] ?? '')}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberText(value)}`;
}

function escapeValue(value: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}

function numberText(value: number): string {
  return value === Infinity ? '+Inf' : String(value);
}
