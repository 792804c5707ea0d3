import { IDENTITY_MODES } from '../../src/contract/action.ts';
import { DIRECTIONS, FAULTS, FRAMES, LIVE, MEMBERS, SCHEMES, STATES } from './choices.ts';
import { LANGUAGES } from './languages.ts';
import { fitting, isReward, type Reward, REWARD_NAMES, type RewardName } from './reward.ts';
import { type AttributeFacts, type ElementFacts, type Facts, factsOf, type PropertyKind } from './facts/facts.ts';

/** One of several, as the address names it; the first is meant where the address says nothing. */
const CHOICES = {
  state: STATES,
  trust: IDENTITY_MODES,
  visitor: ['', ...MEMBERS.map(({ value }) => value)],
  fault: ['', ...FAULTS.map(({ value }) => value)],
  scheme: SCHEMES,
  dir: DIRECTIONS,
  frame: FRAMES,
} as const satisfies Record<string, readonly string[]>;

export type ChoiceName = keyof typeof CHOICES;

/** What is tried out: a name for each choice, and what differs from the defaults of attributes and custom properties. */
export interface Settings extends Record<ChoiceName, string> {
  /** The name of a ready-made look, or an empty text. */
  theme: string;
  /** The tag. */
  element: string;
  /** What differs from what the element is usually there for. */
  reward: Reward;
  /** By their names; true for a boolean one. */
  attributes: Readonly<Record<string, string | true>>;
  /** Values of custom properties, by their names. */
  properties: Readonly<Record<string, string>>;
}

/** The settings that an address asks for, and whatever in it could not be understood. */
export interface Reading {
  settings: Settings;
  ignored: string[];
}

const PREFIX = 'rewards-';
const LONGEST = 300;
/** What an element is given beside what the address says, since it would show nothing without. */
const ENDPOINT = 'https://rewards.example.org/rewards';
const ACTIONS: Record<string, string> = {
  'rewards-signup': 'meetup',
  'rewards-role': 'crew',
  'rewards-onchain': 'deed',
};

const FORMS: Record<PropertyKind, RegExp> = {
  color: /^#[0-9a-f]{6}$/i,
  length: /^\d{1,3}(\.\d{1,4})?(em|rem|px)$/,
  text: /^[^;{}<>\\]{1,120}$/,
};

/** Attributes whose value the proxy has a say in: what is no path or name would only break it. */
export const PATTERNS: Readonly<Record<string, string>> = {
  endpoint: '(https://[A-Za-z0-9.\\-]+(:\\d+)?)?(/[A-Za-z0-9._~\\-]+)+',
  action: '[a-z0-9][a-z0-9\\-]{0,63}',
};

/** Attributes that follow from another setting: here from who the member is. */
const FOLLOWING = ['identity'];

/** The attributes of an element that are settings of their own. */
export function settable({ attributes }: ElementFacts): AttributeFacts[] {
  return attributes.filter(({ name }) => !FOLLOWING.includes(name));
}

/** Whether an attribute can have the value. */
function isAttribute({ name, boolean }: AttributeFacts, value: string): boolean {
  if (boolean) return value === '';
  if (name === 'lang') return LANGUAGES.some((language) => language.value === value);
  return value !== '' && value.length <= LONGEST && new RegExp(`^(?:${PATTERNS[name] ?? '.*'})$`, 'v').test(value);
}

/** Whether a custom property of that kind can have the value. */
function isProperty(kind: PropertyKind, value: string): boolean {
  return FORMS[kind].test(value);
}

export function endpointOf({ attributes }: Settings): string {
  return String(attributes['endpoint'] ?? ENDPOINT);
}

export function actionOf({ element, attributes }: Settings): string {
  return String(attributes['action'] ?? ACTIONS[element] ?? 'daily');
}

/** Whether the member may be known otherwise than by an id that is typed, for which `rewards-member` is the field. */
export function mayTrust(element: string): boolean {
  return element !== `${PREFIX}member`;
}

export function isLive({ state }: Settings): boolean {
  return state === LIVE;
}

/** Reads the query of an address. What is wrong in it is left out and named. */
export function readSettings(query: string, facts: Facts): Reading {
  const given = new URLSearchParams(query);
  const ignored: string[] = [];
  const wanted = PREFIX + (given.get('element') ?? 'checkin');
  const known = facts.elements.some(({ tag }) => tag === wanted);
  const element = known ? wanted : `${PREFIX}checkin`;
  const own = factsOf(facts, element);
  const settings: Settings = { ...firstChoices(), theme: '', element, reward: {}, attributes: {}, properties: {} };
  for (const [name, value] of given) {
    const attribute = settable(own).find((one) => one.name === name);
    const property = own.properties.find((one) => one.name === name);
    if (name === 'element' && known) continue;
    if (name === 'trust' && value !== CHOICES.trust[0] && !mayTrust(element)) ignored.push(`${name}=${value}`);
    else if (isChoice(name) && CHOICES[name].some((choice) => choice === value)) settings[name] = value;
    else if (isRewardName(name) && isReward(name, value)) Object.assign(settings.reward, { [name]: value });
    else if (name === 'theme' && facts.themes.includes(value)) settings.theme = value;
    else if (attribute && isAttribute(attribute, value))
      Object.assign(settings.attributes, { [name]: attribute.boolean || value });
    else if (property && isProperty(property.kind, value)) Object.assign(settings.properties, { [name]: value });
    else ignored.push(`${name}=${value}`);
  }
  const reward = fitting(element, settings.reward);
  for (const [name, value] of Object.entries(settings.reward)) {
    if (!Object.hasOwn(reward, name)) ignored.push(`${name}=${value}`);
  }
  return { settings: { ...settings, reward }, ignored };
}

/** The query that `readSettings` reads, with what differs from the defaults; empty where nothing does. */
export function writeSettings({ element, theme, reward, attributes, properties, ...chosen }: Settings): string {
  const query = new URLSearchParams();
  if (element !== `${PREFIX}checkin`) query.set('element', element.slice(PREFIX.length));
  for (const [name, first] of Object.entries(firstChoices())) {
    const value = isChoice(name) ? chosen[name] : first;
    if (value !== first) query.set(name, value);
  }
  if (theme !== '') query.set('theme', theme);
  for (const [name, value] of Object.entries(reward)) query.set(name, value);
  for (const [name, value] of Object.entries(attributes)) query.set(name, value === true ? '' : value);
  for (const [name, value] of Object.entries(properties)) query.set(name, value);
  return query.size > 0 ? `?${query}` : '';
}

/** The same settings for another element, as far as that has such attributes and properties. */
export function withElement(settings: Settings, element: string, facts: Facts): Settings {
  const { attributes, properties } = factsOf(facts, element);
  const kept = <Value>(values: Readonly<Record<string, Value>>, names: readonly { name: string }[]) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.some((one) => one.name === name)));
  return {
    ...settings,
    element,
    reward: fitting(element, settings.reward),
    trust: mayTrust(element) ? settings.trust : CHOICES.trust[0],
    attributes: kept(settings.attributes, attributes),
    properties: kept(settings.properties, properties),
  };
}

/** The same settings with that of the reward; an empty text stands for what is usual. */
export function withReward(settings: Settings, name: RewardName, value: string): Settings {
  const { [name]: _old, ...others } = settings.reward;
  return { ...settings, reward: fitting(settings.element, value === '' ? others : { ...others, [name]: value }) };
}

function isRewardName(name: string): name is RewardName {
  return REWARD_NAMES.some((one) => one === name);
}

function isChoice(name: string): name is ChoiceName {
  return Object.hasOwn(CHOICES, name);
}

function firstChoices(): Record<ChoiceName, string> {
  const { state, trust, scheme, dir } = CHOICES;
  const [, { value: visitor } = { value: '' }] = MEMBERS;
  return {
    state: state[0] ?? '',
    trust: trust[0],
    visitor,
    fault: '',
    scheme: scheme[0],
    dir: dir[0],
    frame: 'phone',
  };
}
