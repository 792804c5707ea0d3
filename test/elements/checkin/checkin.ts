import { fixture, html } from '@open-wc/testing';
import { nothing } from 'lit';
import type { RewardsCheckin } from '../../../src/elements/index.ts';
import '../../../src/elements/checkin/checkin.define.ts';
import { inState } from '../widget.ts';
import { waitUntil } from '../wait-until.ts';

/** Puts a check-in on the page and waits until it is no longer loading. */
export async function checkin(
  attributes: { action?: string; memberId?: string; lang?: string } = {},
): Promise<RewardsCheckin> {
  const { action = 'daily', memberId = nothing, lang = nothing } = attributes;
  const element = await fixture<RewardsCheckin>(
    html`<rewards-checkin action=${action} member-id=${memberId} lang=${lang}></rewards-checkin>`,
  );
  await waitUntil(() => !inState(element, 'loading'), 'still loading');
  return element;
}

export { enter, hasPart, inState, input, part, press, reaches, said, turnTo } from '../widget.ts';
