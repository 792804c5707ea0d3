/**
 * What browser and proxy say to each other: types, wire schemas in `schemas/`, problem codes, and checks that agree with the
 * schemas and are small enough for a browser. A leaf. Only `schemas/` imports zod; the other files have what the elements use,
 * types included.
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
export { Claim, ClaimBody, ClaimGrant, ClaimStatus, PointsGrant, RoleGrant } from './schemas/claim.ts';
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
