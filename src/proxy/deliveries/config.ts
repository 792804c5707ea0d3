import * as z from 'zod';
import { TOLD_EVENTS, type Receiver } from '../../ledger/index.ts';
import { SIGNED_WITH, WebhookSecrets, WebhookUrl } from '../alerts/config.ts';
import type { ConfigPart } from '../config/part.ts';
import { section } from '../config/words.ts';

const Settings = section({
  url: WebhookUrl.describe('where events are posted to'),
  secret: WebhookSecrets.describe(SIGNED_WITH),
  types: z
    .array(z.enum(TOLD_EVENTS))
    .min(1, 'must have at least one entry')
    .default([...TOLD_EVENTS])
    .describe('what it is told of'),
  memberIds: z
    .boolean()
    .default(false)
    .describe("send the member's id; by default it is null, and rewards claims show finds it by the claim's id"),
});

/** A receiver, as the config has it. */
export type ReceiverSettings = z.output<typeof Settings>;

/** The keys for the owner's systems that receive events about claims. */
export const deliveriesConfig = {
  name: 'receivers',
  keys: {
    receivers: z
      .record(
        z
          .string()
          .regex(
            /^[a-z0-9][a-z0-9-]{0,63}$/,
            'is not a valid name for a receiver: small letters, digits and -, at most 64, such as shop',
          ),
        Settings,
      )
      .default({})
      .describe('your other systems that are told what becomes of claims, by name, signed as Standard Webhooks asks'),
  },
  // The address is a secret too: for many receivers a part of it is the password.
  secrets: ['receivers.*.url', 'receivers.*.secret', 'receivers.*.secret.*'],
} satisfies ConfigPart;

/** The receivers in the ledger's form. */
export function receiversIn(settings: Readonly<Record<string, ReceiverSettings>>): Receiver[] {
  return Object.entries(settings).map(([name, { types }]) => ({ name, types: [...new Set(types)] }));
}
