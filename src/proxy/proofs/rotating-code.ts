import { codeAt, STEP_S } from './authenticator.ts';
import { base32Bytes } from './base32.ts';
import type { RotatingCodeSettings } from './kinds.ts';
import { ok, type Proof } from './proof.ts';
import { digestOf, placesOf, WRONG_CODE } from './words.ts';
import { isoTime } from '../../common/iso-time.ts';

/**
 * A code from an authenticator, valid for some minutes. The next code is accepted half a minute early, because clocks differ. `now` returns epoch
 * milliseconds.
 */
export function rotatingCodeProof({ secret, minutes, field }: RotatingCodeSettings, now: () => number): Proof {
  const key = base32Bytes(secret) ?? new Uint8Array();
  const steps = (minutes * 60) / STEP_S + 2;
  return ({ fields }) => {
    const at = now();
    const times = Array.from({ length: steps }, (_, step) => at + (1 - step) * STEP_S * 1000);
    const digests = times.map((time) => digestOf(codeAt(key, time)));
    const [place] = placesOf(fields[field], digests);
    const time = place === undefined ? undefined : times[place];
    if (time === undefined) return { kind: 'refuse', detail: WRONG_CODE, isAnswer: true };
    const shownAt = isoTime(Math.floor(time / 1000 / STEP_S) * STEP_S * 1000);
    return ok({ type: 'rotating-code', shownAt });
  };
}
