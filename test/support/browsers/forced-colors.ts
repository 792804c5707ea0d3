import type { TestRunnerPlugin } from '@web/test-runner';
import type { Page } from 'puppeteer-core';

/** A page that can be shown in forced colours, for which the test runner has no command of its own. */
export interface ForcesColors {
  forceColors(value: 'active' | 'none'): Promise<void>;
}

export const withForcedColors = (page: Page, forceColors: ForcesColors['forceColors']): Page & ForcesColors =>
  Object.assign(page, { forceColors });

/** The command `forced-colors`, whose payload is `active` or `none`. */
export const forcedColors: TestRunnerPlugin = {
  name: 'forced-colors',
  async executeCommand({ command, payload, session }) {
    if (command !== 'forced-colors') return undefined;
    if (payload !== 'active' && payload !== 'none') throw new Error('Forced colours are either active or none.');
    const browser = session.browser as { getPage?(sessionId: string): ForcesColors };
    await browser.getPage?.(session.id).forceColors(payload);
    return true;
  },
};
