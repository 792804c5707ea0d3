import { REPEATS, type Repeats } from '../../src/contract/action.ts';
import type { RewardsConfig } from '../../src/proxy/index.ts';

type Action = RewardsConfig['actions'][string];
type Fields = NonNullable<Action['fields']>;

/** What an owner sets of a reward, by the names that it has in the address. Each is left out where it is as usual. */
export const REWARD_NAMES = ['points', 'streak', 'repeats', 'hours', 'fields', 'origin', 'zone'] as const;
export type RewardName = (typeof REWARD_NAMES)[number];
export type Reward = Readonly<Partial<Record<RewardName, string>>>;

interface Purpose extends Omit<Action, 'points' | 'repeats'> {
  points?: number;
  repeats: Repeats;
}

export const ORIGIN = 'https://example.org';
export const ZONE = 'Europe/London';
export const HOURS = '12';

/** Zones to choose from; a link may name any other. */
export const ZONES: readonly string[] = [
  'UTC',
  'Pacific/Auckland',
  'Australia/Sydney',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Asia/Jakarta',
  'Asia/Dhaka',
  'Asia/Kolkata',
  'Asia/Karachi',
  'Asia/Dubai',
  'Asia/Tehran',
  'Africa/Nairobi',
  'Africa/Cairo',
  'Africa/Johannesburg',
  'Europe/Istanbul',
  'Europe/Kyiv',
  'Europe/Berlin',
  'Africa/Lagos',
  ZONE,
  'America/Sao_Paulo',
  'America/New_York',
  'America/Chicago',
  'America/Mexico_City',
  'America/Denver',
  'America/Los_Angeles',
  'Pacific/Honolulu',
];

/** Fields for a sign-up, ready to be taken. */
export const FIELDS = {
  name: { label: 'Your name', type: 'text', required: true, maxLength: 80 },
  mail: { label: 'E-mail', type: 'email' },
  phone: { label: 'Phone', type: 'tel' },
  guests: { label: 'Guests', type: 'number' },
  meal: { label: 'Meal', type: 'select', required: true, options: ['Soup', 'Fish', 'Neither'] },
  photos: { label: 'I may be in the photos', type: 'checkbox' },
} as const satisfies Fields;

/** What each element is usually there for. */
const PURPOSES: Record<string, Purpose> = {
  'rewards-signup': {
    title: 'Summer meetup',
    description: 'A weekend at the harbour.',
    repeats: 'once',
    points: 50,
    remark: 'Signed up for the summer meetup',
    capacity: 40,
    fields: { name: FIELDS.name, mail: FIELDS.mail },
  },
  'rewards-role': {
    title: 'Join the meetup crew',
    description: 'For those who carry the benches.',
    repeats: 'once',
    role: { id: '1172403582910473651', name: 'Meetup Crew', color: '#3d9b6d' },
    remark: 'Joined the meetup crew',
  },
  'rewards-onchain': {
    title: 'Lanternkeep’s deed',
    description: 'For holders of a deed of the lantern house.',
    repeats: 'once',
    points: 30,
    remark: 'Holds a deed of the lantern house',
  },
};

const CHECKIN: Purpose = {
  title: 'Daily check-in',
  description: 'Sign the harbour log, once a day.',
  repeats: 'daily',
  points: 10,
  remark: 'Daily check-in',
};

/** The form that a text must have; what it has besides is for `isReward`. */
export const REWARD_PATTERNS = {
  points: '[1-9]\\d{0,5}',
  streak: '[1-9]\\d{0,5}(, ?[1-9]\\d{0,5}){0,11}',
  hours: '[1-9]\\d{0,2}',
  origin: 'https://[A-Za-z0-9.\\-]+(:\\d{1,5})?|http://(localhost|127\\.0\\.0\\.1)(:\\d{1,5})?',
} as const;

/** What the element is there for, before anything is set. */
export function purposeOf(element: string): Purpose {
  return PURPOSES[element] ?? CHECKIN;
}

/** Whether it can have the value. */
export function isReward(name: RewardName, value: string): boolean {
  if (name === 'repeats') return REPEATS.some((one) => one === value);
  if (name === 'fields') return value.split(',').every((field) => Object.hasOwn(FIELDS, field));
  if (name === 'zone') return isZone(value);
  return new RegExp(`^(?:${REWARD_PATTERNS[name]})$`, 'v').test(value) && (name !== 'origin' || URL.canParse(value));
}

/** How often the element's reward can be claimed. */
export function repeatsOf(element: string, { repeats }: Reward): Repeats {
  return REPEATS.find((one) => one === repeats) ?? purposeOf(element).repeats;
}

/** The points of the first claim, and those of the second, third … in a row; empty where there are none. */
export function pointsOf(element: string, { points, streak = '' }: Reward): number[] {
  const first = points ?? purposeOf(element).points;
  if (first === undefined) return [];
  return [Number(first), ...(streak === '' ? [] : streak.split(',').map(Number))];
}

/** The names of the fields that are asked for. */
export function fieldsOf(element: string, { fields }: Reward): string[] {
  return fields?.split(',') ?? Object.keys(purposeOf(element).fields ?? {});
}

/** Whether that can be set for the element's reward as it is. */
export function hasReward(name: RewardName, element: string, reward: Reward): boolean {
  const repeats = repeatsOf(element, reward);
  if (name === 'fields') return element === 'rewards-signup';
  if (name === 'hours') return repeats === 'rolling';
  if (name === 'streak') return repeats !== 'once' && repeats !== 'rolling' && pointsOf(element, reward).length > 0;
  return true;
}

/** What of it the element's reward can have. */
export function fitting(element: string, reward: Reward): Reward {
  const kept = REWARD_NAMES.flatMap((name) => {
    const value = reward[name];
    return value !== undefined && hasReward(name, element, reward) ? [[name, value]] : [];
  });
  return Object.fromEntries(kept);
}

/** The action that the settings make. */
export function actionFor(element: string, reward: Reward): Action {
  const { points: _points, repeats: _repeats, fields: _fields, remark, ...purpose } = purposeOf(element);
  const [first, ...more] = pointsOf(element, reward);
  const repeats = repeatsOf(element, reward);
  const fields = new Set(fieldsOf(element, reward));
  return {
    ...purpose,
    repeats,
    ...(repeats === 'rolling' && { everyHours: Number(reward.hours ?? HOURS) }),
    ...(first !== undefined && { points: more.length > 0 ? [first, ...more] : first }),
    remark,
    ...(fields.size > 0 && { fields: Object.fromEntries(Object.entries(FIELDS).filter(([name]) => fields.has(name))) }),
  };
}

function isZone(name: string): boolean {
  try {
    return /^[A-Za-z][A-Za-z_+/0-9-]*$/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
