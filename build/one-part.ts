import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CLAIMING = fileURLToPath(new URL('../src/elements/shared/claiming/claiming.ts', import.meta.url));
const STREAK = fileURLToPath(new URL('../src/elements/checkin/streak.ts', import.meta.url));

/** Named as the file will be. */
const BOTH = 'virtual/claiming.ts';

/**
 * Has a check-in's own file for a script tag load what claims and what draws a streak as one part. It never claims without
 * the other, and one file is smaller than two. Where one field serves the whole page, the days are drawn before anybody
 * turns to them, and what claims comes along. The pill, which is drawn without that part, has the two functions that it
 * shares with it once more: as a third file they would be larger.
 */
export function onePart(): Plugin {
  return {
    name: 'one-part',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'rewards_checkin',
    resolveId: {
      filter: { id: /\/(?:claiming|streak|standing|wear)\.ts$/ },
      async handler(source, importer, { kind }) {
        if (kind === 'dynamic-import') return BOTH;
        if (!importer?.endsWith('/pill.ts')) return undefined;
        const shared = await this.resolve(source, importer, { skipSelf: true });
        return shared && `${shared.id}?pill`;
      },
    },
    load: {
      filter: { id: /^virtual\/claiming\.ts$/ },
      handler: () => [CLAIMING, STREAK].map((module) => `export * from ${JSON.stringify(module)};`).join('\n'),
    },
  };
}
