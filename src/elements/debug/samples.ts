import type { ActionView, GrantView } from '../../contract/action.ts';
import type { Claim } from '../../contract/claim.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
/** The end of the day in UTC, the time zone of the samples. */
const nextDay = () => new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS).toISOString();

const ROLE: GrantView = { type: 'role', roleId: '1', roleName: 'Lamplighter', roleColor: '#e8912d' };

const KINDS: Record<string, Partial<ActionView>> = {
  'rewards-role': {
    title: 'Lamplighter',
    description: 'For those who keep the light on.',
    repeats: 'once',
    grants: [ROLE],
  },
  'rewards-onchain': {
    title: 'Lanternkeep’s deed',
    description: 'For holders of a deed.',
    repeats: 'once',
    grants: [{ type: 'points', points: 30 }],
    onchain: { asks: 'address', chains: [{ id: 1, name: 'Ethereum' }] },
  },
  'rewards-signup': {
    title: 'Summer meetup',
    description: 'A weekend at the harbour.',
    repeats: 'once',
    grants: [{ type: 'points', points: 50 }, ROLE],
    seatsLeft: 12,
    fields: [
      {
        name: 'name',
        label: 'Your name',
        type: 'text',
        required: true,
        maxLength: 80,
        options: [],
        autocomplete: 'name',
      },
      {
        name: 'mail',
        label: 'E-mail',
        type: 'email',
        required: false,
        maxLength: null,
        options: [],
        autocomplete: 'email',
      },
      { name: 'consent', label: 'You may write to me', type: 'checkbox', required: true, maxLength: null, options: [] },
    ],
  },
};

/** An action as a proxy would send it to the element with that tag, for a member with a streak of three days. */
export function sampleAction(tag: string, memberId: string): ActionView {
  const kind = KINDS[tag];
  return {
    action: 'sample',
    title: 'Daily check-in',
    description: null,
    grants: [{ type: 'points', points: 10 }],
    repeats: 'daily',
    timeZone: 'UTC',
    opens: inHours(30),
    closes: kind ? inHours(200) : null,
    state: 'open',
    seatsLeft: null,
    identity: 'typed',
    challenge: null,
    fields: [],
    member: memberId
      ? {
          memberId,
          canClaim: true,
          nextClaimAt: kind ? null : nextDay(),
          pendingClaimId: null,
          streak: kind ? null : 3,
          ...(!kind && { nextStep: { streak: 7, points: 50 } }),
        }
      : null,
    ...kind,
  };
}

/** The claim of that action. */
export function sampleClaim({ grants, repeats, member }: ActionView): Claim {
  const remark = 'Thank you for coming by!';
  return {
    id: 'sample-claim',
    action: 'sample',
    memberId: member?.memberId ?? '',
    status: 'granted',
    grants: grants.map((grant) =>
      grant.type === 'points'
        ? { type: 'points', points: grant.points ?? 10, remark }
        : { type: 'role', roleId: grant.roleId, roleName: grant.roleName, remark },
    ),
    claimedAt: inHours(0),
    nextClaimAt: repeats === 'once' ? null : nextDay(),
    streak: member?.streak ? member.streak + 1 : null,
  };
}
