/**
 * What browser and proxy say to each other: the wire schemas, the types inferred from them, the problem codes,
 * and checks small enough for a browser that agree with the schemas.
 * A leaf: imports zod and nothing of ours. `reply.ts`, `problem-codes.ts` and `member-id.ts` must not import zod,
 * because the elements bundle them.
 */
export { ActionState, ActionView, FieldView, GrantView, IdentityMode, MemberStanding, Repeats } from './action.ts';
export { AltchaChallenge, AltchaProof, ChallengeView, Proof } from './challenge.ts';
export { Claim, ClaimBody, ClaimStatus, Grant, PointsGrant, RoleGrant } from './claim.ts';
export { cleanMemberId, isMemberId } from './member-id.ts';
export { PROBLEMS, type ProblemCode } from './problem-codes.ts';
export { FieldError, Problem } from './problem.ts';
export { SignInCode, SignInToken, SignInView } from './sign-in.ts';
export {
  readAction,
  readAltchaChallenge,
  readChallengeView,
  readClaim,
  readProblem,
  readSignInToken,
} from './reply.ts';
