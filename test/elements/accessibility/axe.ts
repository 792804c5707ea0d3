import 'axe-core/axe.min.js';
import type { AxeResults, RunOptions } from 'axe-core';

/** The script is no module: it leaves itself here. */
declare const axe: { run(context: Element, options: RunOptions): Promise<AxeResults> };

/** The rules on what a style sheet decides: colours and sizes. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * What axe finds wrong below a node, one line for each node and rule: those it has by default, and that on target size, or only those
 * on what a style sheet decides.
 */
export async function findings(context: Element, rules: 'all' | 'looks' = 'all'): Promise<string[]> {
  const { violations } = await axe.run(context, {
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
    ...(rules === 'looks' && { runOnly: { type: 'rule', values: OF_LOOKS } }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.flat().join(' ')}: ${failureSummary}`),
  );
}
