import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import type { ConfigPart, Keys, Report } from '../config/part.ts';
import { isFunction, Text } from '../config/values.ts';
import { section } from '../config/words.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { ownSecrets } from './own-secrets.ts';
import { readPath } from './path.ts';
import { SIGNATURE_FORMS, type SignatureForm, type SignatureName } from './signatures.ts';

/** The tolerance of Standard Webhooks and Stripe, in seconds. */
const USUAL_TOLERANCE_S = 300;
const MAX_TOLERANCE_S = 3_600;

/** The result of a function of the config, which may be async. */
type MaybePromise<T> = T | Promise<T>;
type MemberOf = (event: IncomingEvent) => MaybePromise<string | null | undefined>;
type IdOf = (event: Omit<IncomingEvent, 'id'>) => MaybePromise<string>;
type Holds = (event: IncomingEvent) => MaybePromise<boolean>;

const NO_PATH =
  "must be a path into the event's JSON, such as 'data.object.metadata.member' or 'note_attributes[name=member].value'";

const Path = z.string(NO_PATH).refine((text) => readPath(text) !== null, NO_PATH);
const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

function orFunction<Schema extends z.ZodType, Given>(schema: Schema, given: z.ZodCustom<Given, Given>, error: string) {
  return z.union([schema, given], { error: ({ input }) => (input === undefined ? undefined : error) });
}

const PATH_OR_FUNCTION = `${NO_PATH}, or a function of the event`;

const Source = section({
  signature: z
    .enum(['standard', 'github', 'stripe', 'shopify', 'tally', 'typeform'] satisfies SignatureName[])
    .describe('how its messages are signed: the name of the sender, or standard for Standard Webhooks'),
  secret: z
    .union([Text, z.array(Text).min(1, 'must have at least one entry')], {
      error: ({ input }) => (input === undefined ? undefined : 'must be text, or a list of texts'),
    })
    .describe("the secret of its messages, best given as env('SHOP_EVENTS_SECRET'), or two while you replace one"),
  action: orFunction(
    Text,
    z.custom<MemberOf>(isFunction),
    'must be the name of an action, or a function of the event that returns one, or null',
  ).describe('the action that an event gives: its name, or a function of the event that returns one, or null'),
  member: orFunction(Path, z.custom<MemberOf>(isFunction), PATH_OR_FUNCTION).describe(
    "the member: a path into the event's JSON, or a function of the event that returns the member's id, or null",
  ),
  types: z
    .union([Text, z.array(Text).min(1, 'must have at least one entry')], 'must be text, or a list of texts')
    .optional()
    .describe("the types of event that count, such as 'orders/paid'; others are ignored"),
  when: orFunction(
    z.record(Path, z.union([Scalar, z.array(Scalar).min(1, 'must have at least one entry')])),
    z.custom<Holds>(isFunction),
    "must be values by path, such as { financial_status: 'paid' }, or a function of the event",
  )
    .optional()
    .describe('which events count besides: values by path, or one of several for each, or a function of the event'),
  id: orFunction(Path, z.custom<IdOf>(isFunction), PATH_OR_FUNCTION)
    .optional()
    .describe(
      "what identifies an event, if not the sender's id: a path, such as 'id' for an order that is reported several times, or a function",
    ),
  toleranceSeconds: z
    .int('must be a whole number of seconds')
    .min(1, 'must be at least 1')
    .max(MAX_TOLERANCE_S, `must be at most ${MAX_TOLERANCE_S}`)
    .default(USUAL_TOLERANCE_S)
    .describe('seconds by which the time of a message may differ from the clock, if it has one'),
});

export type SourceSettings = z.output<typeof Source>;

/** The sources of events, and who may make claims of an action. */
export const eventsConfig = {
  name: 'events',
  keys: {
    events: z
      .record(
        z
          .string()
          .regex(
            /^[a-z0-9][a-z0-9-]{0,63}$/,
            'is not a valid name for a source: small letters, digits and -, at most 64, such as shop',
          ),
        Source,
      )
      .default({})
      .describe(
        'where signed events come from that give actions to members, by name: each is sent to events/ and its name',
      ),
  },
  actionKeys: {
    by: z
      .enum(['visitors', 'events', 'both'])
      .default('visitors')
      .describe('who makes its claims: visitors with a widget, only events, or both'),
  },
  secrets: ['events.*.secret', 'events.*.secret.*'],
  check(config, report) {
    const { events, actions } = config;
    const known = isRecord(actions) ? actions : {};
    const owners = new Map<string, string>();
    const own = ownSecrets(config);
    for (const [name, source] of entriesOf(events)) {
      const inSource: Report = (path, message) => report(['events', name, ...path], message);
      checkSource(source, inSource);
      checkSecrets(name, source, { owners, own }, inSource);
      checkNamedAction(source, known, inSource);
    }
  },
  checkAction(action, report, { name, config }) {
    const { by = 'visitors', repeats } = action;
    if (repeats === 'each-event' && by !== 'events') {
      report(['repeats'], "needs by: 'events', because a visitor's claim belongs to no event");
    }
    if (by !== 'events') return;
    for (const key of OF_VISITORS) {
      if (action[key] !== undefined)
        report([key], "asks visitors, who cannot claim an action with by: 'events': remove it");
    }
    if (entriesOf(config['events']).some(([, { action: given }]) => given === name || typeof given === 'function'))
      return;
    report(
      ['by'],
      `is 'events', but no source of events gives it: add one, such as events: { shop: { action: '${name}', … } }`,
    );
  },
} satisfies ConfigPart;

/** Keys that only make sense for visitors. */
const OF_VISITORS = ['identity', 'acceptTypedRole', 'challenge', 'fields', 'verify'];

function checkSource({ signature, toleranceSeconds }: Keys, report: Report): void {
  const form = formOf(signature);
  if (form && !form.isTimed && toleranceSeconds !== undefined) {
    report(
      ['toleranceSeconds'],
      `goes with messages that have a time, and those of ${String(signature)} have none: leave it out`,
    );
  }
}

/** A secret of one source must not be used for another, where the ids of its events would be new, or by the proxy for its own messages. */
function checkSecrets(
  name: string,
  { signature, secret }: Keys,
  { owners, own }: { owners: Map<string, string>; own: ReadonlyMap<string, string> },
  report: Report,
): void {
  const form = formOf(signature);
  for (const [index, text] of [secret].flat().entries()) {
    if (typeof text !== 'string' || text === '') continue;
    const path = Array.isArray(secret) ? ['secret', index] : ['secret'];
    const error = form?.secretError(text) ?? null;
    if (error !== null) report(path, error);
    const place = own.get(text);
    if (place !== undefined) {
      report(
        path,
        `is the secret of ${place} too, with which the proxy signs what it sends: a receiver could send that back as an event, so use another secret`,
      );
    }
    const owner = owners.get(text) ?? name;
    owners.set(text, owner);
    if (owner !== name) {
      report(
        path,
        `is the secret of events.${owner} too, so that each message would count for both: have one source, with a function for its action, or another secret`,
      );
    }
  }
}

function checkNamedAction({ action: name }: Keys, actions: Keys, report: Report): void {
  if (typeof name !== 'string' || name === '') return;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) report(['action'], `is '${name}', which is no action of the config`);
  else if (isRecord(action) && (action['by'] === undefined || action['by'] === 'visitors')) {
    report(['action'], `is '${name}', which visitors claim: set by: 'events' there, or by: 'both'`);
  }
}

function formOf(signature: unknown): SignatureForm | undefined {
  return Object.entries(SIGNATURE_FORMS).find(([name]) => name === signature)?.[1];
}

function entriesOf(record: unknown): [string, Keys][] {
  if (!isRecord(record)) return [];
  return Object.entries(record).filter((entry): entry is [string, Keys] => isRecord(entry[1]));
}
