/**
 * `npm run bench`: measures beside others, within one run, and writes what came of it into the documentation. The parts that
 * are named, or all: `npm run bench -- claims`.
 */
import { readArguments } from '../support/processes/read-arguments.ts';
import { benchClaims } from './claims.ts';
import { type Table, toMarkdown, writeMeasured } from './measured-tables.ts';
import { benchPages } from './pages.ts';
import { benchStart } from './start.ts';
import { benchWidgets } from './widgets.ts';

/** Each says, where it has measured in one, what the browser is. */
const PARTS: Record<string, () => Promise<{ table: Table; browser?: string }>> = {
  claims: async () => ({ table: await benchClaims() }),
  start: async () => ({ table: await benchStart() }),
  widgets: benchWidgets,
  pages: benchPages,
};

const { positionals } = readArguments({ allowPositionals: true, options: {} });
const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  console.error(`There is no part '${unknown}'; there are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
for (const [name, measure] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const { table, browser } = await measure();
  const text = toMarkdown(table, browser);
  writeMeasured(name, text);
  console.log(`\n${name}\n\n${text}`);
}
