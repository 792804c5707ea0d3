import { isRecord } from '../../contract/guard.ts';
import { resolveReferences } from '../../proxy/config/env.ts';
import { plainWords } from '../../proxy/config/words.ts';
import type { RewardsConfig } from '../../proxy/index.ts';
import { ProofSchema, type RotatingCodeSettings } from '../../proxy/proofs/kinds.ts';
import { UsageError } from '../command.ts';

/** The rotating code that the action asks for. Of the config nothing else is looked at, so that no other secret is needed. Throws what to fix. */
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
  const parsed = ProofSchema.safeParse(resolveReferences(given, variables, []), { error: plainWords });
  if (parsed.success && parsed.data.type === 'rotating-code') return parsed.data;
  const errors =
    parsed.error?.issues.map(({ path, message }) => `actions.${action}.verify.${path.join('.')}: ${message}`) ?? [];
  throw new Error(errors.join('\n'));
}

function codesIn(proof: unknown): unknown[] {
  if (!isRecord(proof)) return [];
  if (proof['type'] === 'rotating-code') return [proof];
  return [proof['all'], proof['any']].flatMap((list) => (Array.isArray(list) ? list.flatMap(codesIn) : []));
}
