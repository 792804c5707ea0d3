import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { fingerprint } from '../../common/fingerprint.ts';
import type { CodeSettings } from './kinds.ts';
import { ok, type Proof } from './proof.ts';
import { digestOf, placesOf, WRONG_CODE } from './words.ts';

/** A used code is remembered as long as anybody might try it again. */
const REMEMBERED_MS = 10 * 365 * 86_400_000;

/** A secret code: one for everybody, or many that are valid for one claim each. `now` returns epoch milliseconds. */
export function codeProof(action: string, settings: CodeSettings, now: () => number): Proof {
  const { code, sha256, codes, field } = settings;
  const digests = sha256 ? [sha256].flat().map(hexToBytes) : [codes ?? code ?? []].flat().map(digestOf);
  return ({ fields }) => {
    const [place] = placesOf(fields[field], digests);
    const digest = place === undefined ? undefined : digests[place];
    if (place === undefined || !digest) return { kind: 'refuse', detail: WRONG_CODE, isAnswer: true };
    if (!codes) return ok({ type: 'code' });
    return ok(
      { type: 'code', place: place + 1 },
      {
        id: `code ${fingerprint([action, bytesToHex(digest)])}`,
        expiresAt: now() + REMEMBERED_MS,
        returns: true,
        isLasting: true,
        ifUsed: {
          code: 'not-proved',
          detail: 'This code was used before.',
          errors: [{ field: `fields.${field}`, message: 'was used before' }],
        },
      },
    );
  };
}
