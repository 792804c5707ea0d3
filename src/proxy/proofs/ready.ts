import type { Ledger } from '../../ledger/index.ts';
import { noncesOf } from '../claims/single-use.ts';
import { type OnchainContext, onchainProof } from '../onchain/onchain-proof.ts';
import { codeProof } from './code.ts';
import { all, any, not } from './combine.ts';
import type { ProofConfig } from './proof-config.ts';
import { type EndpointContext, endpointProof } from './endpoint.ts';
import { type ListContext, listProof } from './list.ts';
import { ownProof } from './own-function.ts';
import { prerequisiteProof } from './prerequisite.ts';
import type { Proof } from './proof.ts';
import { quizProof } from './quiz.ts';
import { rotatingCodeProof } from './rotating-code.ts';
import { type TicketContext, ticketProof } from './ticket.ts';

export interface ProofsContext extends EndpointContext, OnchainContext, ListContext, TicketContext {
  ledger: Pick<Ledger, 'grantedTo' | 'usedBefore'>;
}

/** The proof of an action, ready for use. */
export function proofOf(config: ProofConfig, action: string, context: ProofsContext): Proof {
  const proof = kindOf(config, action, context);
  const { refusal } = config;
  if (refusal === undefined) return proof;
  return async (claim) => {
    const finding = await proof(claim);
    return finding.kind === 'refuse' ? { ...finding, reason: refusal } : finding;
  };
}

function kindOf(config: ProofConfig, action: string, context: ProofsContext): Proof {
  switch (config.type) {
    case 'all':
      return all(config.proofs.map((one) => proofOf(one, action, context)));
    case 'any':
      return any(
        config.proofs.map((one) => proofOf(one, action, context)),
        async (singleUses, memberId) =>
          (await context.ledger.usedBefore({ memberId, uses: noncesOf(singleUses) })) === null,
      );
    case 'not':
      return not(proofOf(config.proof, action, context));
    case 'function':
      return ownProof(config.verify, context);
    case 'code':
      return codeProof(action, config, context.now);
    case 'rotating-code':
      return rotatingCodeProof(config, context.now);
    case 'quiz':
      return quizProof(config);
    case 'ticket':
      return ticketProof(config, context);
    case 'prerequisite':
      return prerequisiteProof(config, context.ledger);
    case 'list':
      return listProof(config, context);
    case 'http':
      return endpointProof(config, context);
    case 'onchain':
      return onchainProof(config, context);
  }
}
