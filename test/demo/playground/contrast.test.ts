import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrastOf, type Rgb } from '../../../demo/playground/contrast.ts';

/** Pairs whose ratios are known: https://webaim.org/resources/contrastchecker/ says the same. */
const KNOWN: [Rgb, Rgb, number][] = [
  [[0, 0, 0], [255, 255, 255], 21],
  [[255, 255, 255], [255, 255, 255], 1],
  [[118, 118, 118], [255, 255, 255], 4.54],
  [[119, 119, 119], [255, 255, 255], 4.48],
  [[255, 0, 0], [0, 0, 255], 2.15],
];

describe('the contrast of two colours', () => {
  it('is what WCAG says, whichever comes first', () => {
    for (const [one, other, ratio] of KNOWN) {
      assert.equal(Math.round(contrastOf(one, other) * 100) / 100, ratio);
      assert.equal(contrastOf(other, one), contrastOf(one, other));
    }
  });
});
