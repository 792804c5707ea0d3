import 'axe-core/axe.min.js';
import type { AxeResults, RunOptions } from 'axe-core';

/** The script is no module: it leaves itself here. */
declare const axe: { run(context: Element, options: RunOptions): Promise<AxeResults> };

/** What axe finds wrong below a node, one line for each node and rule: those it has by default, and that on target size. */
export async function findings(context: Element): Promise<string[]> {
  const { violations } = await axe.run(context, {
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.flat().join(' ')}: ${failureSummary}`),
  );
}
