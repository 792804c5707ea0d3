import { REPEATS } from '../../../src/contract/action.ts';
import { html, nothing, type TemplateResult } from 'lit';
import {
  FIELDS,
  fieldsOf,
  hasReward,
  HOURS,
  ORIGIN,
  purposeOf,
  repeatsOf,
  REWARD_PATTERNS,
  type RewardName,
  ZONE,
  ZONES,
} from '../reward.ts';
import { type Settings, withReward } from '../settings.ts';
import type { Change } from './controls-view.ts';
import { checkField, type Choose, selectField, textField } from './fields.ts';

const REPEAT_NAMES: Record<string, string> = {
  once: 'Once',
  daily: 'Once a day',
  weekly: 'Once a week',
  monthly: 'Once a month',
  rolling: 'Every so many hours',
};

/** What the owner says in the proxy's config: what is given, how often, and what is asked for. */
export function rewardView(settings: Settings, change: Change): TemplateResult {
  const { element, reward } = settings;
  const has = (name: RewardName) => hasReward(name, element, reward);
  const set =
    (name: RewardName, usual: string): Choose =>
    (value, final) =>
      change(withReward(settings, name, value === usual ? '' : value), final);
  const { points, repeats } = purposeOf(element);
  const usualPoints = points === undefined ? '' : String(points);
  const text = (name: keyof typeof REWARD_PATTERNS, label: string, hint: string, usual: string) =>
    has(name)
      ? textField(
          { id: name, label, hint, placeholder: usual || 'none', pattern: REWARD_PATTERNS[name] },
          reward[name] ?? '',
          set(name, usual),
        )
      : nothing;
  const zone = reward.zone ?? ZONE;
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  return html`
    ${text('points', 'Points', 'What one claim gives.', usualPoints)}
    ${selectField(
      { id: 'repeats', label: 'Can be claimed' },
      REPEATS.map((value) => ({ value, name: REPEAT_NAMES[value] ?? value })),
      repeatsOf(element, reward),
      set('repeats', repeats),
    )}
    ${text('hours', 'Hours', 'From one claim to the next.', HOURS)}
    ${text('streak', 'Streak', 'Points of the second, third … claim in a row, such as 15, 20, 30.', '')}
    ${has('fields') ? fieldsView(settings, change) : nothing}
    ${text('origin', 'Your site', 'The origin of the pages with the widget: others are refused.', ORIGIN)}
    ${selectField(
      { id: 'zone', label: 'Time zone', hint: 'Where days, weeks and months begin.' },
      zones.map((value) => ({ value, name: value.replaceAll('_', ' ') })),
      zone,
      set('zone', ZONE),
    )}
  `;
}

/** Which fields the visitor fills in; one at least, since a sign-up without any is a check-in. */
function fieldsView(settings: Settings, change: Change): TemplateResult {
  const { element, reward } = settings;
  const chosen = fieldsOf(element, reward);
  const usual = fieldsOf(element, {}).join();
  const toggle = (name: string, checked: boolean) => {
    const fields = Object.keys(FIELDS).filter((one) => (one === name ? checked : chosen.includes(one)));
    const value = fields.join();
    change(withReward(settings, 'fields', value === usual ? '' : value), true);
  };
  return html`
    <fieldset class="checks">
      <legend>Fields</legend>
      ${Object.entries(FIELDS).map(([name, field]) =>
        checkField(
          { id: `field-${name}`, label: field.label, disabled: chosen.length === 1 && chosen.includes(name) },
          chosen.includes(name),
          (checked) => toggle(name, checked),
        ),
      )}
    </fieldset>
  `;
}
