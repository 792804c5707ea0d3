import type { Link } from '../../../ledger/index.ts';
import { languagesOf } from '../../http/languages.ts';
import { originOf } from '../../http/origin.ts';
import type { Proofs } from '../../proofs/index.ts';
import type { GateDefinition } from './gate.ts';

/** Several proofs may link the same address: then the strictest link counts. */
function distinct(links: readonly Link[]): Link[] {
  const found = new Map<string, Link>();
  for (const link of links) {
    const name = `${link.family} ${link.value}`;
    found.set(name, { ...link, isOnly: link.isOnly || found.get(name)?.isOnly === true });
  }
  return [...found.values()];
}

/** Checks whether what the action rewards has happened, if the action asks for proofs. */
export const proofsGate = {
  name: 'proofs',
  stage: 'claiming',
  ofVisitors: true,
  yieldsToClaim: true,
  concerns: ({ isProved }) => isProved,
  isCostly: true,
  make:
    ({ proofs }) =>
    async (context) => {
      const { action, memberId, answers, body, request } = context;
      const languages = languagesOf(request);
      const { onchain: shown, ticket = null } = body.proof ?? {};
      const origin = originOf(request);
      const onchain = shown && origin !== null ? { proof: shown, origin } : null;
      const proved = await proofs.check({ action: action.name, memberId, fields: answers, onchain, ticket, languages });
      if (!proved) return null;
      if ('problem' in proved) return proved.problem;
      context.evidence = proved.evidence;
      context.links = distinct(proved.links ?? []);
      context.excludes = proved.excludes ?? [];
      // Several proofs may use the same signature.
      const uses = new Map(proved.singleUses.map((use) => [use.id, use]));
      context.singleUses.push(...uses.values());
      return null;
    },
} satisfies GateDefinition<{ proofs: Pick<Proofs, 'check'> }>;
