/**
 * The contract between browser and proxy: types, wire schemas in `schemas/`, problem codes, and checks that agree with the schemas and are small
 * enough for a browser. Imports no other folder. Only `schemas/` imports zod. The other files contain what the elements use, including types.
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
