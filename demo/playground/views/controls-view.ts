import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { IDENTITY_MODES } from '../../../src/contract/action.ts';
import { DIRECTIONS, FAULTS, LIVE, MEMBERS, SCHEMES, STATES } from '../choices.ts';
import type { Faint } from '../contrast.ts';
import { type ElementFacts, type Facts, factsOf } from '../facts/facts.ts';
import {
  actionOf,
  type ChoiceName,
  endpointOf,
  isLive,
  mayTrust,
  PATTERNS,
  settable,
  type Settings,
  withElement,
} from '../settings.ts';
import { LANGUAGES } from '../languages.ts';
import { contrastView } from './contrast-view.ts';
import { checkField, type Choose, segments, selectField, textField } from './fields.ts';
import { propertyField } from './property-field.ts';
import { rewardView } from './reward-view.ts';

/** Takes the settings as they should be; with `final` where that is a step of its own. */
export type Change = (settings: Settings, final: boolean) => void;

const word = (value: string) => ({ value, name: value.charAt(0).toUpperCase() + value.slice(1) });

const STATE_CHOICES = STATES.map((value) => (value === LIVE ? { value, name: 'Live, in this page' } : word(value)));
const ELEMENT_NAMES: Record<string, string> = {
  'rewards-checkin': 'Check-in',
  'rewards-signup': 'Sign-up',
  'rewards-role': 'Role',
  'rewards-onchain': 'On chain',
  'rewards-member': 'Member id',
};
const TRUST_NAMES: Record<string, string> = {
  typed: 'Typed: an id is entered',
  signed: 'Signed: by the site’s server',
  session: 'Session: the site’s own login',
  platform: 'Platform: a sign-in there',
};
const DIRECTION_NAMES: Record<string, string> = { auto: 'Auto', ltr: 'Left to right', rtl: 'Right to left' };
/** Custom properties that are worth trying first. */
const FIRST = ['--rewards-accent', '--rewards-radius', '--rewards-gap'];

/** All that can be set, drawn from what the elements say of themselves. */
export function controlsView(
  settings: Settings,
  facts: Facts,
  faint: readonly Faint[],
  change: Change,
): TemplateResult {
  const own = factsOf(facts, settings.element);
  const set =
    (name: ChoiceName): Choose =>
    (value, final) =>
      change({ ...settings, [name]: value }, final);
  const tags = facts.elements
    .map(({ tag }) => ({ value: tag, name: ELEMENT_NAMES[tag] ?? tag }))
    .toSorted((one, other) => rank(one.value) - rank(other.value));
  return html`
    <section class="group">
      ${segments({ id: 'element', label: 'Element' }, tags, settings.element, (tag) => change(withElement(settings, tag, facts), true))}
      <p class="hint">${own.description}</p>
    </section>
    <section class="group" aria-labelledby="behaviour">
      <h2 id="behaviour">Behaviour</h2>
      ${selectField({ id: 'state', label: 'State' }, STATE_CHOICES, settings.state, set('state'))}
      ${isLive(settings) ? liveView(settings, set) : nothing} ${attributesView(settings, own, change)}
    </section>
    <section class="group" aria-labelledby="reward">
      <h2 id="reward">Reward</h2>
      ${rewardView(settings, change)}
    </section>
    <section class="group" aria-labelledby="look">
      <h2 id="look">Look</h2>
      ${selectField({ id: 'theme', label: 'Theme' }, [{ value: '', name: 'Default' }, ...facts.themes.map(word)], settings.theme, (value, final) => change({ ...settings, theme: value }, final))}
      ${segments({ id: 'scheme', label: 'Colours' }, SCHEMES.map(word), settings.scheme, set('scheme'))}
      ${contrastView(faint)} ${propertiesView(settings, own, change)}
    </section>
    <section class="group" aria-labelledby="language">
      <h2 id="language">Language</h2>
      ${selectField(
        { id: 'lang', label: 'Locale', hint: `${LANGUAGES.length} languages; left to the page, it is English here.` },
        [{ value: '', name: 'As the page' }, ...LANGUAGES],
        String(settings.attributes['lang'] ?? ''),
        (value, final) => change(withAttribute(settings, 'lang', value), final),
      )}
      ${segments(
        { id: 'dir', label: 'Direction' },
        DIRECTIONS.map((value) => ({ value, name: DIRECTION_NAMES[value] ?? value })),
        settings.dir,
        set('dir'),
      )}
    </section>
  `;
}

/** Elements that are not named above come last. */
function rank(tag: string): number {
  const at = Object.keys(ELEMENT_NAMES).indexOf(tag);
  return at < 0 ? Number.MAX_SAFE_INTEGER : at;
}

function liveView({ element, trust, visitor, fault }: Settings, set: (name: ChoiceName) => Choose): TemplateResult {
  const trusts = IDENTITY_MODES.map((value) => ({ value, name: TRUST_NAMES[value] ?? value }));
  const faults = [{ value: '', name: 'Nothing' }, ...FAULTS];
  const signedIn = trust === 'signed' || trust === 'session';
  return html`
    ${mayTrust(element) ? selectField({ id: 'trust', label: 'Who the member is' }, trusts, trust, set('trust')) : nothing}
    ${
      signedIn
        ? selectField(
            { id: 'visitor', label: 'Signed in on the site' },
            [{ value: '', name: 'Nobody' }, ...MEMBERS],
            visitor,
            set('visitor'),
          )
        : nothing
    }
    ${selectField(
      {
        id: 'fault',
        label: 'What goes wrong',
        hint: FAULTS.find(({ value }) => value === fault)?.what ?? 'The community answers as it should.',
      },
      faults,
      fault,
      set('fault'),
    )}
  `;
}

function attributesView(settings: Settings, own: ElementFacts, change: Change): unknown {
  const defaults: Record<string, string> = { endpoint: endpointOf(settings), action: actionOf(settings) };
  return repeat(
    settable(own)
      .filter(({ name }) => name !== 'lang')
      .toSorted((one, other) => Number(one.boolean) - Number(other.boolean) || one.name.localeCompare(other.name)),
    ({ name }) => name,
    ({ name, boolean, usual, description }) => {
      const value = settings.attributes[name];
      const field = { id: `attribute-${name}`, label: name, hint: description };
      if (boolean) {
        return checkField(field, value === true, (checked) =>
          change(withAttribute(settings, name, checked || ''), true),
        );
      }
      const pattern = PATTERNS[name];
      return textField(
        { ...field, placeholder: defaults[name] ?? usual, ...(pattern !== undefined && { pattern }) },
        String(value ?? ''),
        (text, final) => change(withAttribute(settings, name, text), final),
      );
    },
  );
}

function propertiesView(settings: Settings, { properties }: ElementFacts, change: Change): TemplateResult {
  const first = properties.filter(({ name }) => FIRST.includes(name));
  const others = properties.filter(({ name }) => !FIRST.includes(name));
  const draw = (list: ElementFacts['properties']) =>
    repeat(
      list,
      ({ name }) => name,
      (property) =>
        propertyField(property, settings.properties[property.name] ?? '', (value, final) =>
          change({ ...settings, properties: withValue(settings.properties, property.name, value) }, final),
        ),
    );
  return html`
    ${draw(first)}
    <details>
      <summary>${others.length} more custom properties</summary>
      ${draw(others)}
    </details>
  `;
}

function withAttribute(settings: Settings, name: string, value: string | true): Settings {
  return { ...settings, attributes: withValue(settings.attributes, name, value) };
}

/** An empty text takes the value out. */
function withValue<Value extends string | true>(
  values: Readonly<Record<string, Value>>,
  name: string,
  value: Value,
): Record<string, Value> {
  const { [name]: _old, ...others } = values;
  return value === '' ? others : { ...others, [name]: value };
}
