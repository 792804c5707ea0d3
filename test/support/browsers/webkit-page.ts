import type { ForcesColors } from './forced-colors.ts';
import type { InputSource, Size, WebDriver } from './webdriver.ts';
import type { WebKitInspector } from './webkit-inspector.ts';

/** The keys that have a name, as in https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const KEYS = new Map<string, string>([
  ['Space', ' '],
  ['Backspace', '\uE003'],
  ['Tab', '\uE004'],
  ['Enter', '\uE007'],
  ['Shift', '\uE008'],
  ['Control', '\uE009'],
  ['Alt', '\uE00A'],
  ['Escape', '\uE00C'],
  ['PageUp', '\uE00E'],
  ['PageDown', '\uE00F'],
  ['End', '\uE010'],
  ['Home', '\uE011'],
  ['ArrowLeft', '\uE012'],
  ['ArrowUp', '\uE013'],
  ['ArrowRight', '\uE014'],
  ['ArrowDown', '\uE015'],
  ['Delete', '\uE017'],
  ['Meta', '\uE03D'],
]);

function keyValue(name: string): string {
  const value = Array.from(name).length === 1 ? name : KEYS.get(name);
  if (value) return value;
  throw new Error(`There is no key ${name}. Use one character, or one of ${Array.from(KEYS.keys()).join(', ')}.`);
}

const down = (key: string) => ({ type: 'keyDown', value: keyValue(key) });
const up = (key: string) => ({ type: 'keyUp', value: keyValue(key) });

type Button = 'left' | 'middle' | 'right';
const BUTTONS: Button[] = ['left', 'middle', 'right'];
const buttonDown = (button: Button = 'left') => ({ type: 'pointerDown', button: BUTTONS.indexOf(button) });
const buttonUp = (button: Button = 'left') => ({ type: 'pointerUp', button: BUTTONS.indexOf(button) });
const moved = (x: number, y: number) => ({ type: 'pointerMove', duration: 0, x, y });

/** What the test runner's commands ask of a page, in the shape that they know from Playwright. */
export class WebKitPage implements ForcesColors {
  readonly #driver: WebDriver;
  readonly #inspector: WebKitInspector;

  constructor(driver: WebDriver, inspector: WebKitInspector) {
    this.#driver = driver;
    this.#inspector = inspector;
  }

  readonly keyboard = {
    type: (text: string) => this.#keys(...Array.from(text).flatMap((key) => [down(key), up(key)])),
    press: (key: string) => this.#keys(down(key), up(key)),
    down: (key: string) => this.#keys(down(key)),
    up: (key: string) => this.#keys(up(key)),
  };

  readonly mouse = {
    move: (x: number, y: number) => this.#mouse(moved(x, y)),
    click: (x: number, y: number, { button }: { button?: Button } = {}) =>
      this.#mouse(moved(x, y), buttonDown(button), buttonUp(button)),
    down: ({ button }: { button?: Button } = {}) => this.#mouse(buttonDown(button)),
    up: ({ button }: { button?: Button } = {}) => this.#mouse(buttonUp(button)),
  };

  setViewportSize(size: Size): Promise<void> {
    return this.#driver.resize(size);
  }

  /** Emulates what is given, and nothing else any longer, as it is in the other engines. */
  async emulateMedia(media: { colorScheme?: string; reducedMotion?: string; media?: string }): Promise<void> {
    const { colorScheme, reducedMotion } = media;
    const prefer = (name: string, value: string | false | undefined) =>
      this.#inspector.send('Page.overrideUserPreference', { name, ...(value && { value }) });
    await prefer('PrefersColorScheme', colorScheme === 'dark' ? 'Dark' : colorScheme === 'light' && 'Light');
    await prefer('PrefersReducedMotion', reducedMotion && (reducedMotion === 'reduce' ? 'Reduce' : 'NoPreference'));
    await this.#inspector.send('Page.setEmulatedMedia', { media: media.media ?? '' });
  }

  forceColors(value: 'active' | 'none'): Promise<void> {
    if (value === 'none') return Promise.resolve();
    return Promise.reject(new Error("WebKit has no forced colours. Begin the test with itNeeds('forced colours', …)."));
  }

  #keys(...actions: InputSource['actions']): Promise<void> {
    return this.#driver.act({ type: 'key', id: 'keyboard', actions });
  }

  #mouse(...actions: InputSource['actions']): Promise<void> {
    return this.#driver.act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  }
}
