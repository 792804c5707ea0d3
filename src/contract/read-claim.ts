import type { Claim, PointsGrant, RoleGrant } from './claim.ts';
import { either, isInstant, isInteger, isString, listOf, nullable, object, oneOf, reader } from './guard.ts';

const isClaim = object<Claim>({
  id: (value): value is string => isString(value) && value !== '',
  action: isString,
  memberId: isString,
  status: oneOf('granted', 'pending', 'refused', 'released'),
  grants: listOf(
    either(
      object<PointsGrant>({ type: oneOf('points'), points: isInteger, remark: isString }),
      object<RoleGrant>({ type: oneOf('role'), roleId: isString, roleName: isString, remark: isString }),
    ),
  ),
  claimedAt: isInstant,
  nextClaimAt: nullable(isInstant),
  streak: nullable(isInteger),
});

/** The reply to a claim or to `GET {mount}/claims/{id}`, or undefined if the value is anything else. Accepts what the schema `Claim` accepts. */
export const readClaim: (value: unknown) => Claim | undefined = reader(isClaim);
