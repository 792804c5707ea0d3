import { DEBUG_STATES } from '../../src/elements/debug/states.ts';
import { NO_WALLET, ONE_WALLET, type Played, TWO_WALLETS } from './wallet-cases.ts';

/** One drawing of an element. */
export interface Case {
  title: string;
  html: string;
  /** What the visitor types into the field for the member's id. */
  text?: string;
  /** Whether the visitor opens the card of a compact one. */
  open?: boolean;
  /** Whether the visitor opens the help. */
  help?: boolean;
  /** Whether the visitor opens the list of wallets. */
  list?: boolean;
  /** What is played with a wallet. */
  played?: Played;
}

/** Drawings in one picture. */
export interface Sheet {
  name: string;
  scheme: 'light' | 'dark';
  /** Pixels that each element has room for: a column beside others, what is left of 360, or more than enough, as on 1280. */
  width: 200 | 328 | 480;
  cases: Case[];
  /** A theme of the package, by its name. */
  theme?: string;
  /** The names of the wallets that there are; one if left out. */
  wallets?: string[];
}

const MEMBER = '123456789012345678';
const COLUMN = 200;
const NARROW = 328;
const WIDE = 480;

const claiming = (tag: string, state: string, attributes = '', content = ''): Case => ({
  title: [state, attributes && attributes.replace(`="${MEMBER}"`, '')].filter(Boolean).join(', '),
  html: `<${tag} debug-state="${state}" ${attributes}>${content}</${tag}>`,
});

const known = (tag: string, states: string[]) => states.map((state) => claiming(tag, state, `member-id="${MEMBER}"`));

const FORM = `<form>
  <label>Team <input name="team" required></label>
  <label>Size <select name="size"><option>Small</option></select></label>
  <label><input type="checkbox" name="consent"> I will bring a lantern</label>
  <button>Count me in</button>
</form>`;

const CHECKIN = [
  ...DEBUG_STATES.map((state) => claiming('rewards-checkin', state)),
  ...known('rewards-checkin', ['ready', 'granted', 'claimed', 'refused']),
  ...['ready', 'submitting', 'granted', 'pending', 'claimed', 'refused', 'throttled'].map((state) =>
    claiming('rewards-checkin', state, 'compact'),
  ),
  claiming('rewards-checkin', 'claimed', `compact member-id="${MEMBER}"`),
  { ...claiming('rewards-checkin', 'invalid', 'compact'), title: 'invalid, compact, open', open: true },
];
const SIGNUP = [
  ...DEBUG_STATES.map((state) => claiming('rewards-signup', state)),
  ...known('rewards-signup', ['ready', 'granted', 'claimed']),
  ...['ready', 'invalid', 'granted'].map((state) => ({
    ...claiming('rewards-signup', state, '', FORM),
    title: `${state}, with a form of the page’s own`,
  })),
];
const ROLE = [
  ...DEBUG_STATES.map((state) => claiming('rewards-role', state)),
  ...known('rewards-role', ['ready', 'granted', 'claimed', 'refused']),
];
const ONCHAIN = [
  ...DEBUG_STATES.map((state) => claiming('rewards-onchain', state)),
  ...known('rewards-onchain', ['ready', 'submitting', 'granted', 'claimed', 'refused', 'throttled']),
  {
    ...claiming('rewards-onchain', 'ready', `member-id="${MEMBER}"`),
    title: 'ready, with the list of wallets',
    list: true,
  },
];
const FIELD = [
  { title: 'empty', html: '<rewards-member></rewards-member>' },
  { title: 'filled', html: '<rewards-member></rewards-member>', text: MEMBER },
  { title: 'doubtful', html: '<rewards-member></rewards-member>', text: '12' },
  { title: 'invalid', html: '<rewards-member></rewards-member>', text: '???' },
  { title: 'with help', html: '<rewards-member></rewards-member>', help: true },
  { title: 'disabled', html: '<rewards-member disabled></rewards-member>' },
];
const SAMPLE = ['ready', 'invalid', 'granted', 'refused', 'throttled'];

const inLanguage = (lang: string) => [
  ...['checkin', 'signup', 'role', 'onchain'].flatMap((name) =>
    SAMPLE.map((state) => claiming(`rewards-${name}`, state, `lang="${lang}" `)),
  ),
  claiming('rewards-onchain', 'ready', `lang="${lang}" member-id="${MEMBER}"`),
  { title: 'help', html: `<rewards-member lang="${lang}"></rewards-member>`, help: true },
];

const THEMES = ['candy', 'contrast', 'dense', 'ember', 'forest', 'midnight', 'ocean', 'paper'];

const bothSchemes = (sheet: Omit<Sheet, 'scheme'>): Sheet[] =>
  (['light', 'dark'] as const).map((scheme) => ({ ...sheet, scheme, name: `${sheet.name}-${scheme}` }));

export const SHEETS: Sheet[] = [
  ...bothSchemes({ name: 'checkin', width: NARROW, cases: CHECKIN }),
  ...bothSchemes({ name: 'signup', width: NARROW, cases: SIGNUP }),
  ...bothSchemes({ name: 'role', width: NARROW, cases: ROLE }),
  ...bothSchemes({ name: 'onchain', width: NARROW, cases: ONCHAIN }),
  ...bothSchemes({ name: 'one-wallet', width: NARROW, cases: ONE_WALLET }),
  { name: 'one-wallet-in-a-column', scheme: 'light', width: COLUMN, cases: ONE_WALLET },
  ...bothSchemes({ name: 'no-wallet', width: NARROW, cases: NO_WALLET, wallets: [] }),
  ...bothSchemes({ name: 'two-wallets', width: NARROW, cases: TWO_WALLETS, wallets: ['Harbour Wallet', 'Lighthouse'] }),
  ...bothSchemes({ name: 'member', width: NARROW, cases: FIELD }),
  {
    name: 'wide',
    scheme: 'light',
    width: WIDE,
    cases: ['checkin', 'signup', 'role', 'onchain'].flatMap((name) =>
      SAMPLE.map((state) => claiming(`rewards-${name}`, state)),
    ),
  },
  { name: 'right-to-left', scheme: 'light', width: NARROW, cases: inLanguage('he') },
  { name: 'long-words', scheme: 'light', width: NARROW, cases: inLanguage('de') },
  ...THEMES.flatMap((theme) =>
    bothSchemes({
      name: `theme-${theme}`,
      width: NARROW,
      theme,
      cases: ['ready', 'invalid', 'granted', 'refused'].map((state) => claiming('rewards-checkin', state)),
    }),
  ),
];
