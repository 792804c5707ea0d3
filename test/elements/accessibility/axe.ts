import 'axe-core/axe.min.js';
import type { AxeResults, RunOptions } from 'axe-core';

/** The script is no module: it leaves itself here. */
declare const axe: { run(context: Element, options: RunOptions): Promise<AxeResults> };

const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The rules on what a style sheet decides: colours, or sizes as well. */
const DECIDED = { colours: OF_COLOURS, looks: [...OF_COLOURS, 'target-size'] };

/** All rules, or those on what a style sheet decides. */
export type Rules = 'all' | keyof typeof DECIDED;

/** What axe finds wrong below a node, one line for each node and rule: those it has by default, and that on target size, or some of them. */
export async function findings(context: Element, rules: Rules = 'all'): Promise<string[]> {
  const { violations } = await axe.run(context, {
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
    ...(rules !== 'all' && { runOnly: { type: 'rule', values: DECIDED[rules] } }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.flat().join(' ')}: ${failureSummary}`),
  );
}
