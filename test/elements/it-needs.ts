type Engine = 'Chromium' | 'Firefox' | 'WebKit';

/** Abilities of an engine or of its automation that some tests need, and who lacks them and why. */
const LACKING = {
  'forced colours': { WebKit: 'it has no such mode' },
  'changed wishes': { WebKit: 'style sheets that are in use keep the wishes they were first read with' },
  'the focus': { WebKit: 'its window has none here, so that nothing is :focus' },
  'style of a placeholder': { WebKit: 'it tells the style of the field in its place' },
  'accessibility tree': { Firefox: 'it does not tell it', WebKit: 'it does not tell it' },
} satisfies Record<string, Partial<Record<Engine, string>>>;

const { userAgent } = navigator;
/** The engine that this runs in. */
export const engine: Engine = userAgent.includes('Firefox/')
  ? 'Firefox'
  : userAgent.includes('Chrome/')
    ? 'Chromium'
    : 'WebKit';

/** A test that is skipped, with the reason in its title, in an engine that cannot do what it needs. */
export function itNeeds(ability: keyof typeof LACKING, title: string, test: () => Promise<void>): void {
  const lacking: Partial<Record<Engine, string>> = LACKING[ability];
  const reason = lacking[engine];
  if (reason) it.skip(`${title} (not in ${engine}: ${reason})`, test);
  else it(title, test);
}

/** Whether there is time for all: see `test/support/thorough.ts`, which asks the environment that a page has not got. */
export const isThorough = document.documentElement.hasAttribute('data-thorough');

/** All of them where there is time, else those few that stand for the rest. */
export function allOr<T>(few: readonly T[], all: readonly T[]): readonly T[] {
  return isThorough ? all : few;
}
