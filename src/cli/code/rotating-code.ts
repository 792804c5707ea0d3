import { isRecord } from '../../contract/guard.ts';
import { resolveReferences } from '../../proxy/config/env.ts';
import { plainWords } from '../../proxy/config/words.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import { codeAt, STEP_S } from '../../proxy/proofs/authenticator.ts';
import { base32Bytes } from '../../proxy/proofs/base32.ts';
import { Known, type RotatingCodeSettings } from '../../proxy/proofs/kinds.ts';
import { UsageError } from '../command.ts';

/** A code as visitors are to type it. Times are epoch milliseconds. */
export interface ShownCode {
  code: string;
  /** When the next one takes its place. */
  nextAt: number;
  /** Until when it counts. */
  goodUntil: number;
  /** The page, with the code in it; null where no page is named. */
  address: string | null;
}

/** What leads a widget to fill in a field: it stands in the fragment, which no server is told. */
const IN_FRAGMENT = 'rewards-';

/** The code of that time. */
export function codeShown({ secret, minutes, field }: RotatingCodeSettings, page: URL | null, now: number): ShownCode {
  const code = codeAt(base32Bytes(secret) ?? new Uint8Array(), now);
  const nextAt = (Math.floor(now / 1000 / STEP_S) + 1) * STEP_S * 1000;
  const fragment = new URLSearchParams({ [IN_FRAGMENT + field]: code });
  const address = page && Object.assign(new URL(page), { hash: String(fragment) }).href;
  return { code, nextAt, goodUntil: nextAt + minutes * 60_000, address };
}

/** The rotating code that the action asks for. Of the config nothing else is looked at, so that no other secret is needed. Throws what to mend. */
export function rotatingCodeOf(
  config: RewardsConfig,
  action: string,
  variables: NodeJS.ProcessEnv,
): RotatingCodeSettings {
  const { actions } = config;
  const names = isRecord(actions) ? Object.keys(actions) : [];
  const settings: unknown = names.includes(action) ? actions[action] : undefined;
  if (!isRecord(settings))
    throw new UsageError(`there is no action ${action} in the config: there are ${names.join(', ')}`);
  const [given, another] = codesIn(settings['verify']);
  if (!given) throw new UsageError(`the action ${action} asks for no code that changes (type: 'rotating-code')`);
  if (another) throw new UsageError(`the action ${action} asks for several codes that change, and one can be shown`);
  const parsed = Known.safeParse(resolveReferences(given, variables, []), { error: plainWords });
  if (parsed.success && parsed.data.type === 'rotating-code') return parsed.data;
  const flaws =
    parsed.error?.issues.map(({ path, message }) => `actions.${action}.verify.${path.join('.')}: ${message}`) ?? [];
  throw new Error(flaws.join('\n'));
}

function codesIn(proof: unknown): unknown[] {
  if (!isRecord(proof)) return [];
  if (proof['type'] === 'rotating-code') return [proof];
  return [proof['all'], proof['any']].flatMap((list) => (Array.isArray(list) ? list.flatMap(codesIn) : []));
}
