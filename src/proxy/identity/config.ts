import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import { IdentityMode } from '../../contract/index.ts';
import type { ConfigPart } from '../config/part.ts';
import { isFunction, Secret, Text } from '../config/values.ts';
import { section } from '../config/words.ts';
import { MemberIdsSchema } from './member-ids-config.ts';
import { checkPlatform, PlatformSchema } from './platform/config.ts';
import type { SessionMember } from './session.ts';

const TokensSchema = section({
  secrets: z
    .array(Secret)
    .optional()
    .describe('what your server signs tokens with; two of them while one takes the place of the other'),
  publicKeys: z
    .array(
      z.looseObject({
        kty: z.enum(['EC', 'OKP']).describe('the kind of key; the rest of the JWK stands beside it'),
      }),
    )
    .optional()
    .describe('the public keys of your server as JWK, EC P-256 or Ed25519, in place of secrets'),
  audience: Text.optional().describe("the tokens' aud, if your server sets another than 'rewards-elements'"),
});

/** How the proxy learns who members are. */
export const identityConfig = {
  name: 'identity',
  keys: {
    memberIds: MemberIdsSchema.optional().describe('what the ids of members look like'),
    memberTokens: TokensSchema.optional().describe(
      "how your server signs tokens for its members, for actions with identity: 'signed'",
    ),
    member: z
      .custom<SessionMember>(
        isFunction,
        'must be a function of the request that gives the id of the signed-in member, or null',
      )
      .optional()
      .describe("who is signed in, for actions with identity: 'session'"),
    platform: PlatformSchema.optional().describe(
      "how members sign in with the community's platform, for actions with identity: 'platform'",
    ),
  },
  actionKeys: {
    identity: z.enum(IdentityMode.options).default('typed').describe('how the proxy learns who the member is'),
    acceptTypedRole: z
      .boolean()
      .default(false)
      .describe('accept that anybody can give the role to any member by typing an id'),
  },
  secrets: ['memberTokens.secrets.*', 'platform.secrets.*', 'platform.clientSecret'],
  check(config, report) {
    const { platform } = config;
    if (isRecord(platform)) checkPlatform(platform, config, (path, message) => report(['platform', ...path], message));
  },
  // What an action asks of its members has to be set up, and be enough for what the action gives.
  checkAction({ role, identity = 'typed', acceptTypedRole }, report, { config }) {
    const { memberTokens, member, platform } = config;
    if (identity === 'platform' && platform === undefined) {
      report(['identity'], "needs platform: { preset: 'discord', … }, or another platform's issuer or endpoints there");
    }
    if (identity === 'signed' && !hasKeys(memberTokens)) {
      report(['identity'], "needs memberTokens: { secrets: [env('REWARDS_TOKEN_SECRET')] }, or publicKeys there");
    }
    if (identity === 'session' && member === undefined) {
      report(['identity'], 'needs member: (request) => …, a function that gives the id of who is signed in, or null');
    }
    if (role !== undefined && identity === 'typed' && acceptTypedRole !== true) {
      report(
        ['role'],
        "stands behind a typed id, so whoever types an id could give that member the role. Set identity: 'signed', 'session' or 'platform', or acceptTypedRole: true if you accept that, or leave the role out",
      );
    }
  },
} satisfies ConfigPart;

/** Whether there is a key to check tokens with. Values of a wrong type are the schema's to report. */
function hasKeys(memberTokens: unknown): boolean {
  if (!isRecord(memberTokens)) return memberTokens !== undefined;
  const { secrets = [], publicKeys = [] } = memberTokens;
  return ![secrets, publicKeys].every((keys) => Array.isArray(keys) && keys.length === 0);
}
