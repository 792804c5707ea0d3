import assert from 'node:assert/strict';

/** One line of the text. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Family {
  name: string;
  type: string;
  help: string;
  samples: Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,?)/y;
const NUMBER = /^(?:[+-]Inf|NaN|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i;
const SUFFIXES: Record<string, string[]> = { histogram: ['_bucket', '_sum', '_count'] };

/**
 * Reads Prometheus text (exposition format 0.0.4) and holds it to the format and to what `promtool check metrics` asks for:
 * each family once, with help and type before its samples, no sample twice, and histograms that add up.
 */
export function readPrometheus(text: string): Map<string, Family> {
  assert.ok(text.endsWith('\n'), 'the last line has no end');
  const families = new Map<string, Family>();
  let current: Family | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      assert.match(name, NAME);
      assert.ok(!families.has(name), `${name} comes twice`);
      assert.doesNotMatch(rest, /\\(?![\\n])/);
      current = { name, help: rest, type: '', samples: [] };
      families.set(name, current);
    } else if (keyword === 'TYPE') {
      assert.equal(current?.name, name, `${name} has no help`);
      assert.equal(current?.type, '');
      assert.ok(['counter', 'gauge', 'histogram'].includes(rest), rest);
      if (current) current.type = rest;
    } else {
      assert.ok(current && current.type !== '', `a sample before its type: ${line}`);
      current.samples.push(readSample(line, current));
    }
  }
  for (const family of families.values()) checkFamily(family);
  return families;
}

function readSample(line: string, { name: family, type }: Family): Sample {
  const [, name = '', , inner = '', number = ''] = /^([^\s{]+)(\{(.*)\})? (\S+)$/.exec(line) ?? [];
  assert.match(name, NAME, `not a sample: ${line}`);
  assert.ok(
    (SUFFIXES[type] ?? ['']).some((suffix) => name === family + suffix),
    `${name} among ${family}`,
  );
  assert.match(number, NUMBER);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inner.length) {
    const [, label = '', value = '', comma] = LABEL.exec(inner) ?? assert.fail(`bad labels: ${line}`);
    assert.ok(!Object.hasOwn(labels, label), `${label} twice: ${line}`);
    labels[label] = value.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
    assert.equal(comma === ',', LABEL.lastIndex < inner.length, `bad comma: ${line}`);
  }
  return { name, labels, value: Number(number.replace('Inf', 'Infinity')) };
}

function checkFamily({ name, type, samples }: Family): void {
  const seen = new Set(samples.map((sample) => JSON.stringify([sample.name, sample.labels])));
  assert.equal(seen.size, samples.length, `${name} has a sample twice`);
  const labelNames = new Set(
    samples.map(({ labels }) =>
      Object.keys(labels)
        .filter((label) => label !== 'le')
        .join(),
    ),
  );
  assert.ok(labelNames.size <= 1, `${name} has different labels`);
  assert.equal(type === 'counter', name.endsWith('_total'), name);
  if (type !== 'gauge') assert.ok(samples.every(({ value }) => value >= 0));
  if (type === 'histogram') checkHistogram(name, samples);
}

function checkHistogram(name: string, samples: Sample[]): void {
  assert.match(name, /_seconds$/);
  const groups = Map.groupBy(samples, ({ labels: { le: _le, ...labels } }) => JSON.stringify(labels));
  for (const group of groups.values()) {
    const buckets = group.filter((sample) => sample.name.endsWith('_bucket'));
    const bounds = buckets.map(({ labels }) => Number(labels['le']?.replace('Inf', 'Infinity')));
    assert.deepEqual(
      bounds,
      bounds.toSorted((one, other) => one - other),
    );
    assert.equal(bounds.at(-1), Infinity);
    const counts = buckets.map(({ value }) => value);
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => one - other),
    );
    const count = group.find((sample) => sample.name === `${name}_count`);
    assert.equal(count?.value, counts.at(-1));
    assert.ok(group.some((sample) => sample.name === `${name}_sum`));
  }
}

/** The value of the one sample with these labels. */
export function valueOf(families: Map<string, Family>, name: string, labels: Record<string, string> = {}): number {
  const samples =
    families.get(name.replace(/_(?:bucket|sum|count)$/, ''))?.samples ?? families.get(name)?.samples ?? [];
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  assert.equal(found.length, 1, `${found.length} samples ${name} ${JSON.stringify(labels)}`);
  return found[0]?.value ?? Number.NaN;
}
