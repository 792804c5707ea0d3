import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import type { ConfigPart, Report } from '../config/part.ts';
import type { VisitorText } from '../config/visitor-text.ts';
import { isFunction, Text } from '../config/values.ts';
import { insides, plainWords, section } from '../config/words.ts';
import type { OnchainSettings } from '../onchain/claim.ts';
import type { ProofConfig, ProofInput } from './proof-config.ts';
import { onchainView } from '../onchain/view.ts';
import { checkProofs, MAX_DEPTH } from './config-checks.ts';
import { KINDS, ProofSchema, Refusal } from './kinds.ts';
import type { Verify } from './own-function.ts';

const MAX_SECONDS = 15;
const USUAL_SECONDS = 5;

const NO_PROOF = `must be a function of a claim, { type: … } with one of ${KINDS.map((kind) => `'${kind}'`).join(', ')}, or { all: […] }, { any: […] } or { not: … }`;

const NO_CHAIN = 'has proofs on chain without a common chain: a wallet signs for one chain, so give them one in common';

const Several = z.array(z.unknown(), 'must be a list of proofs').min(1, 'must have at least one entry');
const All = section({ all: Several, refusal: Refusal });
const Any = section({ any: Several, refusal: Refusal });
const BY_FUNCTION = 'must be made by a function of rewards-proxy/onchain, such as ownership({ chains })';
/** Only made by functions, which check everything else. */
const Onchain = section({
  type: z.literal('onchain'),
  asks: z.enum(['address', 'transaction'], BY_FUNCTION),
  chains: z.array(z.object({ id: z.int().min(1), name: Text }), BY_FUNCTION).min(1, 'must have at least one chain'),
  check: z.custom<OnchainSettings['check']>(isFunction, BY_FUNCTION),
  isHeld: z.custom<NonNullable<OnchainSettings['isHeld']>>(isFunction, BY_FUNCTION).optional(),
  refusal: Refusal,
});
const Not = section({ not: z.unknown(), refusal: Refusal });

/** Reads a proof, and reports all that is wrong in it; null if anything is. */
function readProof(given: unknown, report: Report, depth = 0): ProofConfig | null {
  const inner = (value: unknown, ...path: PropertyKey[]) =>
    readProof(value, (rest, message) => report([...path, ...rest], message), depth + 1);
  if (isVerify(given)) return { type: 'function', verify: given };
  if (isRecord(given)) {
    if (given['type'] === 'onchain') return checked(Onchain, given, report);
    if (given['type'] !== undefined) return checked(ProofSchema, given, report);
    if (depth === MAX_DEPTH) {
      report([], `lies too deep: at most ${MAX_DEPTH} of all, any and not may lie within each other`);
      return null;
    }
    if (given['all'] !== undefined) {
      const found = checked(All, given, report);
      const proof = combination(
        'all',
        found?.all.map((one, index) => inner(one, 'all', index)),
        found?.refusal,
      );
      if (proof && onchainView(proof)?.chains.length === 0) report(['all'], NO_CHAIN);
      return proof;
    }
    if (given['any'] !== undefined) {
      const found = checked(Any, given, report);
      return combination(
        'any',
        found?.any.map((one, index) => inner(one, 'any', index)),
        found?.refusal,
      );
    }
    if (given['not'] !== undefined) {
      const found = checked(Not, given, report);
      const proof = found && inner(found.not, 'not');
      return proof && { type: 'not', proof, refusal: found.refusal };
    }
  }
  report([], NO_PROOF);
  return null;
}

const isVerify = (value: unknown): value is Verify => typeof value === 'function';

function checked<Schema extends z.ZodType>(schema: Schema, given: unknown, report: Report): z.output<Schema> | null {
  const parsed = schema.safeParse(given, { error: plainWords });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) report([...path], message);
  return null;
}

function combination(
  type: 'all' | 'any',
  read: readonly (ProofConfig | null)[] = [],
  refusal?: VisitorText,
): ProofConfig | null {
  const proofs = read.filter((proof) => proof !== null);
  return proofs.length > 0 && proofs.length === read.length ? { type, proofs, refusal } : null;
}

const ProofSetting = z
  .custom<ProofInput>()
  .register(insides, { inside: ProofSchema })
  .transform((given, context): ProofConfig => {
    const proof = readProof(given, (path, message) => context.addIssue({ code: 'custom', path, message }));
    return proof ?? z.NEVER;
  });

/** The keys for what must have happened before an action can be claimed. */
export const proofsConfig = {
  name: 'proofs',
  actionKeys: {
    verify: ProofSetting.optional().describe(
      'what must have happened first, as the proxy finds out by itself: one of these, a function of the claim, or several of either as { all: […] }, { any: […] } or { not: … }',
    ),
    verifySeconds: z
      .number('must be a number of seconds')
      .gt(0, 'must be above 0')
      .max(MAX_SECONDS, `must be at most ${MAX_SECONDS}`)
      .default(USUAL_SECONDS)
      .describe('the time limit for it in seconds; if it takes longer, nothing is granted'),
  },
  secrets: secretPlaces(),
  checkAction: checkProofs,
} satisfies ConfigPart;

/** The possible paths of secrets, at each depth. */
function secretPlaces(): string[] {
  let places = ['actions.*.verify'];
  const all: string[] = [];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    all.push(...places);
    places = places.flatMap((place) => [`${place}.all.*`, `${place}.any.*`, `${place}.not`]);
  }
  const secrets = ['code', 'code.*', 'codes.*', 'secret', 'secret.*'];
  return all.flatMap((place) => secrets.map((secret) => `${place}.${secret}`));
}
