import type { RewardsConfig } from '../../src/proxy/index.ts';

const role = { id: '998877665544332211', name: 'Attendee' };

/** What is claimed in the loop. Each remark is the action's name. */
export const ACTIONS = {
  points: { title: 'Points', repeats: 'once', points: 10, remark: 'points' },
  role: { title: 'Role', repeats: 'once', role, remark: 'role', acceptTypedRole: true },
  both: { title: 'Both', repeats: 'once', points: 5, role, remark: 'both', acceptTypedRole: true },
  seats: { title: 'Seats', repeats: 'once', points: 1, remark: 'seats', capacity: 25 },
} satisfies RewardsConfig['actions'];
