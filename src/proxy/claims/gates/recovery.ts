import type { Recovery } from '../recovery.ts';
import type { GateDefinition } from './gate.ts';

/** Settles claims that were left in flight first. Rejects if the ledger fails, before anything is used up. */
export const recoveryGate = {
  name: 'recovery',
  stage: 'claiming',
  make:
    ({ recovery }) =>
    async () => {
      await recovery.upToDate();
      return null;
    },
} satisfies GateDefinition<{ recovery: Pick<Recovery, 'upToDate'> }>;
