/** What the desk's page and its handler say to each other: JSON below `api/`. Times are epoch milliseconds. */
import type {
  AuditEntry,
  ClaimEvent,
  ClaimRecord,
  ClaimState,
  ClaimSum,
  Delivery,
  DeliveryCount,
  GrantState,
  Grant,
} from '../ledger/index.ts';
import type { LineIssues } from './gifts/rows.ts';
import type { LinesLook } from './gifts/look.ts';
import type { OpenLine, RunReport } from './gifts/run.ts';
import type { Finding } from '../common/finding.ts';

/** `GET api/desk`: what the page needs to draw itself. */
export interface DeskView {
  /** Who is at the desk by a login; null where a link was opened, and the name is asked for with each decision. */
  who: string | null;
  /** The IANA time zone of the community's days. */
  timeZone: string;
  actions: ActionFacts[];
  /** The names of the config's services. */
  services: string[];
  now: number;
  /** Whether this person came by a link of the desk, and can end that session. */
  canLeave: boolean;
}

/** An action, and what it has used up of what the owner allows. */
export interface ActionFacts {
  name: string;
  title: string;
  /** Seats. */
  capacity: number | null;
  /** Points. */
  budget: number | null;
  /** Whether it has a code that changes, for a screen. */
  hasCode: boolean;
}

/** A claim in a list: without what a visitor filled in, and what the service said of it. */
export interface ClaimLine {
  id: string;
  action: string;
  memberId: string;
  state: ClaimState;
  createdAt: number;
  grants: { order: Grant; state: GrantState }[];
}

/** A page of claims; `next` is the `after` of the next one, or null at the end. */
export interface ClaimPage {
  claims: ClaimLine[];
  next: string | null;
}

/** `GET api/waiting`: claims whose outcome is unknown, oldest first, and how many there are in all. */
export interface WaitingView extends ClaimPage {
  count: number;
  oldestAt: number | null;
}

/** `GET api/claims/{id}`: one claim with its history, and the reference that its visitor sees. */
export interface ClaimDetail {
  claim: ClaimRecord;
  reference: string;
  history: ClaimEvent[];
}

/** `POST api/decisions`: on at most `MAX_DECISIONS` claims. `by` is not asked for where the desk knows who is at it. */
export interface DecisionRequest {
  ids: string[];
  state: 'granted' | 'released';
  by?: string;
  why: string;
}

/** What became of each: `settled` had been decided or had settled itself by then, and stays as it is. */
export interface DecisionReply {
  results: { id: string; outcome: 'decided' | 'settled' | 'missing'; state: ClaimState | null }[];
}

export const MAX_DECISIONS = 500;

/** `GET api/health`: whether all works, and what to do where it does not. */
export interface HealthView {
  findings: Finding[];
  /** When the newest claim was made. */
  newestClaimAt: number | null;
  checkedAt: number;
}

/** `GET api/sums?days=7`: what was given, day by day, the latest last; and what each action has used up, ever. */
export interface SumsView {
  days: { since: number; until: number; sums: ClaimSum[] }[];
  held: { action: string; claims: number; points: number }[];
}

/** `GET api/audit`: newest first; `next` is the `before` of the next page. */
export interface AuditView {
  entries: AuditEntry[];
  next: number | null;
}

/** `POST api/gifts`: one gift. `by` is not asked for where the desk knows who is at it. The reply is a `GiftOutcome`. */
export interface GiftRequest {
  memberId: string;
  points?: number;
  role?: string;
  remark?: string;
  key: string;
  by?: string;
  why?: string;
  /** Which service gives it; needed if there are several. */
  service?: string;
}

/** `POST api/gift-file`, with `name`, `text`, and `service` if there are several: what is wrong with a file, or what giving it would come to. Nothing is given. */
export interface GiftFileView {
  name: string;
  /** The first of the lines that are wrong. */
  badLines: LineIssues[];
  badLineCount: number;
  look: LinesLook | null;
}

/** `GET api/gift-file`, `POST api/gift-file/start` and `/stop`, with its `id`: the file that is held, and how far it is given. */
export interface GiftRunView {
  id: string;
  name: string;
  look: LinesLook;
  run:
    | (Omit<RunReport, 'refused' | 'unknown' | 'pending'> & {
        refused: number;
        unknown: number;
        pending: number;
        /** The first lines that were not given, or are unknown. */
        lines: OpenLine[];
        isOver: boolean;
      })
    | null;
}

/** `GET api/receivers`: who is told of claims, and how many events are kept for each, by what became of them. */
export interface ReceiverFacts extends Omit<DeliveryCount, 'receiver'> {
  name: string;
  /** Whether the config names it still: nothing can be sent to others. */
  isTold: boolean;
}

/** One event for one receiver, which has no member in it. */
export interface DeliveryLine extends Omit<Delivery, 'claim' | 'seq'> {
  /** The event's id, as the receiver knows it. */
  event: string;
  action: string;
}

/** `GET api/deliveries?state=failed&to=shop`: newest claim first; `next` is the `after` of the next page, or null at the end. */
export interface DeliveryPage {
  deliveries: DeliveryLine[];
  next: string | null;
}

/**
 * `POST api/deliveries/send-again`: these events, or all that failed for a receiver, or for all where that is null. `by` is not asked for
 * where the desk knows who is at it.
 */
export interface SendAgainRequest {
  events?: { event: string; receiver: string }[];
  failedFor?: string | null;
  by?: string;
}

export interface SendAgainReply {
  /** How many are sent again. */
  count: number;
}

export const MAX_SENT_AGAIN = 100;

/** `GET api/code?action=meetup&page=https://…`: the code of now, for an organiser's screen. */
export interface CodeView {
  action: string;
  code: string;
  /** When the next one takes its place, and until when this one counts. */
  nextAt: number;
  goodUntil: number;
  /** For how long each is shown, in seconds. */
  shownSeconds: number;
  now: number;
  /** What leads to the page with the code filled in, as a QR code; null if no page is named. */
  qr: { address: string; size: number; path: string } | null;
}

/** What went wrong, in words for who is at the desk. */
export interface DeskProblem {
  code:
    | 'not-signed-in'
    | 'link-used'
    | 'link-unknown'
    | 'foreign'
    | 'invalid-request'
    | 'not-found'
    | 'too-soon'
    | 'ledger-failed'
    | 'internal';
  detail: string;
}
