import type { Failure } from '../events.ts';
import type { WidgetState } from '../claim-controller.ts';
import { fill, type Localization } from '../localization.ts';
import type { Outcome } from './outcome.ts';
import { formatTime } from './format.ts';
import { allMessages, type OutcomeMessages } from './messages.ts';

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
};

const SETUP: (keyof OutcomeMessages)[] = ['setup', 'owner'];

/** What to say in a state, or undefined where the form is shown. */
export function noticeFor(state: WidgetState, outcome: Outcome, localization: Localization): Notice | undefined {
  const messages = allMessages(localization);
  const { claim, failure, until } = outcome;
  const withTime = (text: string) => (until ? fill(text, formatTime(until, localization.locale)) : '');
  switch (state) {
    case 'loading':
    case 'ready':
    case 'invalid':
    case 'submitting':
      return undefined;
    case 'granted': {
      const grants = claim?.grants ?? [];
      const given = grants.map((grant) =>
        grant.type === 'points' ? localization.points(grant.points) : localization.role(grant.roleName),
      );
      const remarks = new Set(grants.map(({ remark }) => remark));
      return { tone: 'good', heading: given.join(' · '), text: [...remarks, withTime(messages.next)] };
    }
    case 'pending':
      return { tone: 'wait', heading: messages.pending, text: [messages.pendingText] };
    case 'claimed':
      return { tone: 'good', heading: messages.claimed, text: [withTime(messages.next) || messages.once] };
    case 'upcoming':
      return { tone: 'wait', heading: messages.upcoming, text: [withTime(messages.opens)] };
    case 'closed':
    case 'full':
      return { tone: 'over', heading: messages[state], text: [] };
    case 'refused':
      return { tone: 'stop', heading: messages.refused, text: [`${messages.refusedText} ${messages.owner}`] };
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
