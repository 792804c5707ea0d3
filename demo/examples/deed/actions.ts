import type { OnchainSettings, RewardsConfig } from 'rewards-proxy';

/** What Harbour Lights gives for what was done on its chain; `proofs.ts` finds out whether it was. */
export function deedActions(proofs: Record<'lantern' | 'deed', OnchainSettings>): RewardsConfig['actions'] {
  return {
    lantern: {
      title: 'Light the lantern',
      description: 'A transaction of yours, once it is final.',
      repeats: 'once',
      points: 25,
      remark: 'Lit the lantern',
      verify: proofs.lantern,
    },
    deed: {
      title: 'Lanternkeep’s deed',
      description: 'For members who hold it in their wallet.',
      repeats: 'once',
      role: { id: '1172401938465029173', name: 'Keeper', color: '#d9822b' },
      remark: 'Holds the lanternkeep’s deed',
      acceptTypedRole: true,
      verify: proofs.deed,
    },
  };
}
