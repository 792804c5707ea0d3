import { once } from '../../src/common/once.ts';
import type { ElementFacts } from './facts/facts.ts';

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Two colours of a widget that are too much alike. */
export interface Faint {
  /** What would be hard to read, such as “text on the accent”. */
  what: string;
  scheme: string;
  ratio: number;
}

/** Least contrast of text and what is behind it: https://www.w3.org/TR/WCAG22/#contrast-minimum. */
export const LEAST = 4.5;

const PAIRS: readonly [what: string, text: string, behind: string][] = [
  ['the button’s text', '--rewards-on-accent', '--rewards-accent'],
  ['links', '--rewards-accent', '--rewards-surface'],
  ['text', '--rewards-text', '--rewards-surface'],
  ['what tells of success', '--rewards-good', '--rewards-surface'],
  ['errors', '--rewards-bad', '--rewards-surface'],
];

const pixel = once(() => new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }));

/** A colour, however a browser writes it; null for one that does not cover what is behind it. */
export function rgbOf(color: string): Rgb | null {
  const canvas = pixel();
  if (!canvas) return null;
  canvas.fillStyle = color;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return alpha === 255 ? [red, green, blue] : null;
}

/** From 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours of the widget as it is dressed that are hard to tell apart in those schemes, `light` or `dark`. */
export function faintIn(widget: HTMLElement, { properties }: ElementFacts, schemes: readonly string[]): Faint[] {
  const style = getComputedStyle(widget);
  const probe = new Probe(widget);
  const written = (name: string) =>
    style.getPropertyValue(name).trim() || properties.find((one) => one.name === name)?.usual;
  const faint = schemes.flatMap((scheme) =>
    PAIRS.flatMap(([what, text, behind]) => {
      const colors = [behind, text].map((name) => probe.read(written(name), scheme));
      const [back, front] = colors;
      if (!back || !front) return [];
      const ratio = contrastOf(front, back);
      return ratio < LEAST ? [{ what, scheme, ratio }] : [];
    }),
  );
  probe.remove();
  return faint;
}

/** Finds out which colour the browser takes a text for. */
class Probe {
  readonly #element = document.createElement('i');

  constructor(beside: HTMLElement) {
    this.#element.hidden = true;
    beside.after(this.#element);
  }

  /** Null for what is no colour, or not one that covers what is behind it. */
  read(color: string | undefined, scheme: string): Rgb | null {
    if (color === undefined || !CSS.supports('color', color)) return null;
    this.#element.style.colorScheme = scheme;
    this.#element.style.color = color;
    return rgbOf(getComputedStyle(this.#element).color);
  }

  remove(): void {
    this.#element.remove();
  }
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
