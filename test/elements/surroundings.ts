import { emulateMedia, executeServerCommand, setViewport } from '@web/test-runner-commands';
import { waitUntil } from './wait-until.ts';

/** What a visitor may wish for. What is not named is as if nobody had a wish. */
interface Wishes {
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
}

// The runner's commands are done when the browser has heard of them, which its page may do later.

/** Gives the page this size, where it has another one, and waits until it has it. */
export async function resize(size: { width: number; height: number }): Promise<void> {
  const isSo = () => innerWidth === size.width && innerHeight === size.height;
  if (isSo()) return;
  await setViewport(size);
  await waitUntil(isSo, 'the page has another size');
}

/** Emulates a visitor with these wishes, and waits until the page knows of them. */
export async function wish(wishes: Wishes): Promise<void> {
  await emulateMedia(wishes);
  const { colorScheme, reducedMotion } = wishes;
  await waitUntil(
    () => !colorScheme || matches('prefers-color-scheme', colorScheme),
    'another colour scheme is wished for',
  );
  await waitUntil(
    () => !reducedMotion || matches('prefers-reduced-motion', reducedMotion),
    'other motion is wished for',
  );
}

/** Shows the page in forced colours or in its own, and waits until it knows of them. */
export async function forceColors(value: 'active' | 'none'): Promise<void> {
  await executeServerCommand('forced-colors', value);
  await waitUntil(() => matches('forced-colors', 'active') === (value === 'active'), `forced colours are not ${value}`);
}

const matches = (feature: string, value: string) => matchMedia(`(${feature}: ${value})`).matches;
