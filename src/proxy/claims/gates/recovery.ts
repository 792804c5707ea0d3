import type { Recovery } from '../recovery.ts';
import type { GateDefinition } from './gate.ts';

/** Has what was left in flight settled first. Rejects if the ledger fails, before anything is used up. */
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
