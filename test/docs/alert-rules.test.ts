import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { setUp } from '../proxy/support/setup.ts';
import { type Family, readPrometheus } from '../proxy/support/prometheus.ts';
import { reply } from '../proxy/support/transport.ts';
import { PAGES_OF_DOCS, snippetsOf } from './snippets.ts';

interface Rule {
  alert: string;
  expr: string;
}

const RULES = snippetsOf(PAGES_OF_DOCS)
  .filter(({ language, code }) => language === 'yaml' && code.includes('- alert:'))
  .flatMap(({ code }) => (parse(code) as { groups: { rules: Rule[] }[] }).groups)
  .flatMap(({ rules }) => rules);

/** A metric, one label perhaps, and what the value is compared with. */
const EXPRESSION =
  /^(?:increase\()?(?<name>\w+)(?:\{(?<label>\w+)="(?<value>[^"]+)"\})?(?:\[\w+\]\))? (?<is>==|>) (?<limit>\d+)$/;

/** What of the metrics a rule looks at, and for which of these it holds. */
function evaluate({ expr }: Rule, families: Map<string, Family>) {
  const { name = '', label, value, is, limit } = EXPRESSION.exec(expr)?.groups ?? assert.fail(`not read: ${expr}`);
  const samples = families.get(name)?.samples ?? [];
  const seen = label === undefined ? samples : samples.filter(({ labels }) => labels[label] === value);
  return { seen, held: seen.filter((one) => (is === '>' ? one.value > Number(limit) : one.value === Number(limit))) };
}

describe('the alert rules of the documentation', () => {
  it('look at metrics that the proxy has, and none holds while all is well', async () => {
    await using setup = setUp();
    const families = readPrometheus(await setup.proxy.metrics());
    assert.ok(RULES.length > 1);
    for (const rule of RULES) {
      const { seen, held } = evaluate(rule, families);
      assert.ok(seen.length > 0, `${rule.alert} looks at nothing`);
      assert.deepEqual(held, [], rule.alert);
    }
  });

  it('tell of a service in trouble for as long as it is', async () => {
    await using setup = setUp({ script: () => reply(500, '') });
    const rule = RULES.find(({ alert }) => alert === 'RewardsServiceInTrouble') ?? assert.fail();
    const isHeld = async () => evaluate(rule, readPrometheus(await setup.proxy.metrics())).held.length > 0;
    for (const n of [1, 2, 3, 4, 5]) await setup.claim('daily', { memberId: `m-${n}` });
    assert.ok(await isHeld(), 'while no call is made');
    setup.clock.now += 60_000;
    assert.ok(await isHeld(), 'while the next claim is to try');
  });
});
