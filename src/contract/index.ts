/**
 * What browser and proxy say to each other: the types, the wire schemas in `schemas/`, the problem codes,
 * and checks small enough for a browser that agree with the schemas.
 * A leaf. Only `schemas/` imports zod: what the elements use, types included, stands in the other files.
 */
export {
  ActionState,
  ActionView,
  FieldView,
  GrantView,
  IdentityMode,
  MemberStanding,
  Repeats,
  StreakStep,
} from './schemas/action.ts';
export { AltchaChallenge, AltchaProof, ChallengeView, Proof } from './schemas/challenge.ts';
export { Claim, ClaimBody, ClaimStatus, Grant, PointsGrant, RoleGrant } from './schemas/claim.ts';
export { cleanMemberId, isMemberId } from './member-id.ts';
export { PROBLEMS, type ProblemCode } from './problem-codes.ts';
export { OnchainMessage, OnchainProof, OnchainRequest, OnchainView } from './schemas/onchain.ts';
export { FieldError, Problem, Progress } from './schemas/problem.ts';
export { SignInCode, SignInToken, SignInView } from './schemas/sign-in.ts';
export {
  readAction,
  readAltchaChallenge,
  readChallengeView,
  readClaim,
  readOnchainMessage,
  readOnchainView,
  readProblem,
  readSignInToken,
} from './reply.ts';
