import type { Failure, Outcome } from '../../client/types.ts';
import { fill, formatPoints, type Localization } from '../localization.ts';
import { formatTime } from '../format-time.ts';
import type { Shown } from '../types.ts';
import { allMessages } from './all-messages.ts';
import type { OutcomeMessages } from './messages.ts';
import { streakLine } from './streak-line.ts';

/** What a widget has to say in place of its form. */
export interface Notice {
  /** How it feels: what was wished for, a wait, the end, or an obstacle. */
  tone: 'good' | 'wait' | 'over' | 'stop';
  heading: string;
  text: string[];
  /** Whether trying again can help. */
  retry?: boolean;
}

/** Failures that may pass; the rest are for the site's owner. */
const PASSING: Partial<Record<Failure['code'], (keyof OutcomeMessages)[]>> = {
  'no-reply': ['again'],
  'bad-reply': ['again'],
  internal: ['again'],
  unreachable: ['unreachable', 'unsent', 'again'],
  'sign-in-required': ['signIn'],
  'challenge-failed': ['robot'],
};

const SETUP: (keyof OutcomeMessages)[] = ['setup', 'owner'];

/** What to say in a state, or undefined where the form is shown. */
export function noticeFor(
  { site, state, view }: Shown,
  outcome: Outcome,
  localization: Localization,
): Notice | undefined {
  const { locale } = localization;

  const messages = allMessages(localization);
  const { claim, failure, until } = outcome;
  const withTime = (text: string) => (until ? fill(text, formatTime(until, locale)) : '');
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
      const streak = view && !site.showsStreak ? streakLine(claim?.streak, view, localization) : '';
      return { tone: 'good', heading: given.join(' · '), text: [...said, streak, withTime(messages.next)] };
    }
    case 'pending':
      return { tone: 'wait', heading: messages.pending, text: [messages.pendingText] };
    case 'claimed':
      return {
        tone: 'good',
        heading: site.signsUp ? messages.signedUp : messages.claimed,
        text: [withTime(messages.next) || messages.once],
      };
    case 'upcoming':
      return { tone: 'wait', heading: messages.upcoming, text: [withTime(messages.opens)] };
    case 'closed':
    case 'full':
      return { tone: 'over', heading: messages[state], text: [] };
    case 'refused': {
      const roleText = view?.grants.some(({ type }) => type === 'role') ? messages.roleText : '';
      const text = [messages.refusedText, roleText, messages.owner].filter(Boolean).join(' ');
      return { tone: 'stop', heading: messages.refused, text: [text] };
    }
    case 'throttled':
      return { tone: 'wait', heading: messages.throttled, text: [messages.unsent], retry: true };
    case 'offline':
      return { tone: 'stop', heading: messages.offline, text: [messages.offlineText], retry: true };
    case 'failed': {
      const passing = failure && PASSING[failure.code];
      const text = (passing ?? SETUP).map((key) => messages[key]).join(' ');
      return { tone: 'stop', heading: messages.failed, text: [text], retry: !!passing };
    }
  }
}
