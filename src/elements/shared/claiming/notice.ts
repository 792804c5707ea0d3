import type { Repeats } from '../../../contract/action.ts';
import type { ClaimOutcome, Failure } from '../../client/types.ts';
import { fill, formatPoints, type Localization } from '../localization.ts';
import type { Shown } from '../types.ts';
import { allMessages } from './all-messages.ts';
import { formatMoment, joinSentences } from './format.ts';
import type { OutcomeMessages } from './messages.ts';
import { stepLine, streakLine } from './streaks.ts';

/** What a widget shows instead of its form. */
export interface Notice {
  /** The tone: success, a wait, the end, or an obstacle. */
  tone: 'good' | 'wait' | 'over' | 'stop';
  heading: string;
  text: string[];
  /** The progress, if it continues automatically. */
  progress?: string;
  /** Whether trying again can help. */
  retry?: boolean;
}

/** The texts for failures that may be temporary. The others are for the site's owner. */
const WORDS_IF_PASSING: Partial<Record<Failure['code'], (keyof OutcomeMessages)[]>> = {
  'no-reply': ['again'],
  'bad-reply': ['again'],
  internal: ['again'],
  unreachable: ['unreachable', 'unsent', 'again'],
  'sign-in-required': ['signIn'],
  'challenge-failed': ['robot'],
};

/** The texts for an action that the member has claimed, by how it repeats. */
const DONE = {
  once: 'claimed',
  daily: 'doneToday',
  weekly: 'done',
  monthly: 'done',
  rolling: 'done',
} as const satisfies Record<Repeats, keyof OutcomeMessages>;

const SETUP: (keyof OutcomeMessages)[] = ['setup', 'owner'];

/** The notice of a state; undefined if the form is shown. */
export function noticeFor(shown: Shown, outcome: ClaimOutcome, localization: Localization): Notice | undefined {
  const { site, state, view } = shown;
  const { locale } = localization;
  const messages = allMessages(localization);
  const { claim, failure, until } = outcome;
  const withTime = (text: string) => (until ? fill(text, formatMoment(until, locale)) : '');
  switch (state) {
    case 'loading':
    case 'ready':
    case 'invalid':
    case 'submitting':
      return undefined;
    case 'granted': {
      const grants = claim?.grants ?? [];
      const given = grants.map((grant) =>
        grant.type === 'points' ? formatPoints(grant.points, localization) : fill(messages.role, grant.roleName),
      );
      const remarks = new Set(grants.map(({ remark }) => remark));
      const said = site.signsUp ? [messages.signedUp] : [...remarks];
      const streak =
        view && claim?.streak && !site.showsStreak ? streakLine(claim.streak, view.repeats, localization) : '';
      const next = withTime(messages.next);
      const step = stepLine(shown, localization);
      const rest = joinSentences([...said, streak]);
      // There is room for two lines: the remark can be left out. No line begins with the dot.
      return { tone: 'good', heading: given.join('\u00A0· '), text: step ? [step, next, rest] : [rest, next] };
    }
    case 'pending':
      return { tone: 'wait', heading: messages.pending, text: [messages.pendingText] };
    case 'claimed': {
      const { repeats = 'once' } = view ?? {};
      return {
        tone: 'good',
        heading: site.signsUp ? messages.signedUp : messages[DONE[repeats]],
        text: [stepLine(shown, localization), withTime(messages.next) || messages[repeats]],
      };
    }
    case 'upcoming':
      return { tone: 'wait', heading: messages.upcoming, text: [withTime(messages.opens)] };
    case 'closed':
    case 'full':
      return { tone: 'over', heading: messages[state], text: [] };
    case 'refused': {
      if (failure?.code === 'not-proved') {
        const why = whyOf(failure, localization) ?? messages.check;
        const text = [why, progressOf(failure, localization)];
        return { tone: 'stop', heading: messages.failed, text, retry: true };
      }
      // Our texts say "member id", which may have another name there.
      const { memberIdLabel: label } = view ?? {};
      const wrong = label ? `${label}: ${messages.check}` : messages.refusedText;
      return {
        tone: 'stop',
        heading: messages.refused,
        text: [wrong, messages.owner],
        retry: true,
      };
    }
    case 'throttled':
      if (failure?.code === 'not-yet' || failure?.errors) {
        const why = whyOf(failure, localization);
        const text = [why ?? (failure.code === 'not-yet' ? '' : messages.unsent)];
        const progress = progressOf(failure, localization);
        return { tone: 'wait', heading: messages.pending, text, progress, retry: true };
      }
      return { tone: 'wait', heading: messages.throttled, text: [messages.unsent], retry: true };
    case 'offline':
      return { tone: 'stop', heading: messages.offline, text: [messages.offlineText], retry: true };
    case 'failed': {
      const passing = failure && WORDS_IF_PASSING[failure.code];
      const text = (passing ?? SETUP).map((key) => messages[key]);
      return { tone: 'stop', heading: messages.failed, text: passing ? text : [joinSentences(text)], retry: !!passing };
    }
  }
}

/** The reason why it is not proved: the owner's, or else the proxy's, which is in English. */
function whyOf({ reason, detail = '' }: Failure, { locale }: Localization): string | undefined {
  return reason ?? (locale.startsWith('en') ? detail : undefined);
}

function progressOf({ progress }: Failure, { locale }: Localization): string {
  const [done, of] = [progress?.done, progress?.of].map((count) => count?.toLocaleString(locale));
  return progress ? `${done} / ${of}` : '';
}
