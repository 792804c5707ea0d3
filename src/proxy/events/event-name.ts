import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fingerprint } from '../../common/fingerprint.ts';
import { invalidRequest, RequestProblem } from '../http/problem.ts';
import type { SourceSettings } from './config.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { valueOf } from './mapping.ts';
import { isId, SIGNATURE_FORMS } from './signatures.ts';
import type { Verified } from './verify.ts';
import type { Incoming } from '../http/incoming.ts';

/** An event's id, and the names under which the ledger keeps it. */
export interface NamedEvent {
  event: IncomingEvent;
  /**
   * The names of the event in the ledger. If the sender does not sign the id, a person who has seen a message could send it again with another id.
   * Then a hash of the signed content is a second name. It does not depend on the config's path to the id, which may lead nowhere, or may be changed
   * one day.
   */
  names: readonly [string, ...string[]];
}

/** Finds out what identifies the event. Throws `RequestProblem` if nothing does. */
export async function nameEvent(
  request: Incoming,
  source: string,
  settings: SourceSettings,
  { bytes, body }: Verified,
): Promise<NamedEvent> {
  const form = SIGNATURE_FORMS[settings.signature];
  const type = textOf(form.typeOf(request.headers, body));
  const sent = form.idOf(request.headers, body);
  const own = settings.id === undefined ? null : await ownId(settings.id, { source, type, body });
  const id = textOf(own ?? sent.id);
  if (!isId(id)) throw new RequestProblem(invalidRequest(NO_ID));
  const names = [nameOf(source, 'id', id)] as const;
  return {
    event: { source, id, type, body },
    names: sent.isSigned ? names : [...names, nameOf(source, 'body', bytesToHex(sha256(bytes)))],
  };
}

const NO_ID =
  'The event has no id, by which it would be known when it is sent again. An id is text of 1 to 255 visible ASCII characters, or a whole number.';

async function ownId(id: NonNullable<SourceSettings['id']>, event: Omit<IncomingEvent, 'id'>): Promise<unknown> {
  return (typeof id === 'string' ? valueOf(event, id) : await id(event)) ?? null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null;
}

function nameOf(source: string, kind: string, text: string): string {
  return `event ${fingerprint([source, kind, text])}`;
}
