/** The one call that every server here makes for a claim, which the proxy decides on by itself and the others take as it is. */
export const AWARD = {
  path: '/1/points/award',
  method: 'POST',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'x-api-key': 'bench-key',
  },
} as const;

/** The body of the call for the claim that a visitor sent. */
export function awardBody(claim: unknown): string {
  const { memberId } = claim as { memberId: string };
  return new URLSearchParams({ user_id: memberId, points: '10', remark: 'Daily check-in' }).toString();
}
