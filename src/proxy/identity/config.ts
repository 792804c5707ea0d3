import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import { IdentityMode } from '../../contract/index.ts';
import type { ConfigPart, Keys } from '../config/part.ts';
import { isFunction, Secret, Text } from '../config/values.ts';
import { plainWords, section } from '../config/words.ts';
import { MemberIdsSchema } from './member-ids-config.ts';
import { checkPlatform, PlatformSchema } from './platform/config.ts';
import type { PlatformSettings } from './platform/settings.ts';
import type { SessionMember } from './session.ts';
import type { TokenSettings } from './signed.ts';

const TokensSchema = section({
  secrets: z
    .array(Secret)
    .optional()
    .describe('the secrets that your server signs tokens with; two while you replace one'),
  publicKeys: z
    .array(
      z.looseObject({
        kty: z.enum(['EC', 'OKP']).describe('the kind of key; the rest of the JWK is beside it'),
      }),
    )
    .optional()
    .describe('the public keys of your server as JWK, EC P-256 or Ed25519, instead of secrets'),
  audience: Text.optional().describe("the tokens' aud, if it is not 'rewards-elements'"),
});

const SessionSchema = z.custom<SessionMember>(
  isFunction,
  'must be a function of the request that returns the id of the signed-in member, or null',
);

/** The modes that need settings, with the older names of their keys in the config, before they moved into `identity`. */
const OLDER_NAMES = { signed: 'memberTokens', session: 'member', platform: 'platform' } as const;

type Mode = keyof typeof OLDER_NAMES;
const MODES: readonly Mode[] = ['signed', 'session', 'platform'];

/** A mode under its older name. It has the same checks as under its new name, which the documentation lists. */
function older<Schema extends z.ZodType>(schema: Schema, mode: Mode) {
  const given = z.custom<z.input<Schema>>().transform((value, context): z.output<Schema> => {
    const parsed = schema.safeParse(value, { error: plainWords });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });
  return given.optional().describe(`the older name of identity.${mode}`);
}

/** The keys for how the proxy learns who members are. */
export const identityConfig = {
  name: 'identity',
  keys: {
    identity: section({
      signed: TokensSchema.optional().describe(
        "how your server signs tokens for its members, for actions with identity: 'signed'",
      ),
      session: SessionSchema.optional().describe("who is signed in, for actions with identity: 'session'"),
      platform: PlatformSchema.optional().describe(
        "how members sign in with the community's platform, for actions with identity: 'platform'",
      ),
    })
      .prefault({})
      .describe('how the proxy learns who members are: the settings of each mode'),
    memberIds: MemberIdsSchema.optional().describe('what member ids look like'),
    memberTokens: older(TokensSchema, 'signed'),
    member: older(SessionSchema, 'session'),
    platform: older(PlatformSchema, 'platform'),
  },
  actionKeys: {
    identity: z.enum(IdentityMode.options).default('typed').describe('how the proxy learns who the member is'),
    acceptTypedRole: z
      .boolean()
      .default(false)
      .describe('accept that anybody can give the role to any member by typing an id'),
  },
  secrets: [
    'identity.signed.secrets.*',
    'identity.platform.secrets.*',
    'identity.platform.clientSecret',
    'memberTokens.secrets.*',
    'platform.secrets.*',
    'platform.clientSecret',
  ],
  check(config, report) {
    const modes = isRecord(config['identity']) ? config['identity'] : {};
    for (const mode of MODES) {
      const name = OLDER_NAMES[mode];
      if (modes[mode] === undefined || config[name] === undefined) continue;
      report([name], `is the older name of identity.${mode}, which is there as well: leave it out`);
    }
    const { platform } = modesIn(config);
    const path = modes['platform'] === undefined ? ['platform'] : ['identity', 'platform'];
    if (isRecord(platform)) checkPlatform(platform, config, (inner, message) => report([...path, ...inner], message));
  },
  // An action's mode must have its settings, and be strong enough for what the action gives.
  checkAction({ role, identity = 'typed', acceptTypedRole, by }, report, { config }) {
    const { signed, session, platform } = modesIn(config);
    if (identity === 'platform' && platform === undefined) {
      report(
        ['identity'],
        "needs identity: { platform: { preset: 'discord', … } } in the config, or another platform's issuer or endpoints there",
      );
    }
    if (identity === 'signed' && !hasKeys(signed)) {
      report(
        ['identity'],
        "needs identity: { signed: { secrets: [env('REWARDS_TOKEN_SECRET')] } } in the config, or publicKeys there",
      );
    }
    if (identity === 'session' && session === undefined) {
      report(
        ['identity'],
        'needs identity: { session: (request) => … } in the config, a function that returns the id of the signed-in member, or null',
      );
    }
    if (role !== undefined && identity === 'typed' && acceptTypedRole !== true && by !== 'events') {
      report(
        ['role'],
        "is behind a typed id, so anybody could type an id and give that member the role. Set identity: 'signed', 'session' or 'platform', or acceptTypedRole: true if you accept that, or leave the role out",
      );
    }
  },
} satisfies ConfigPart;

/** The settings of each mode, under either name. */
function modesIn(config: Keys): Partial<Record<Mode, unknown>> {
  const modes = isRecord(config['identity']) ? config['identity'] : {};
  return Object.fromEntries(MODES.map((mode) => [mode, modes[mode] ?? config[OLDER_NAMES[mode]]]));
}

/** The settings of a config for the modes of identity. */
export interface IdentitySettings {
  signed?: TokenSettings | undefined;
  session?: SessionMember | undefined;
  platform?: PlatformSettings | undefined;
}

/** The modes that the config sets up, under either name. */
export function identitySettings(config: {
  identity: IdentitySettings;
  memberTokens?: TokenSettings | undefined;
  member?: SessionMember | undefined;
  platform?: PlatformSettings | undefined;
}): IdentitySettings {
  const { identity, memberTokens, member, platform } = config;
  return {
    signed: identity.signed ?? memberTokens,
    session: identity.session ?? member,
    platform: identity.platform ?? platform,
  };
}

/** Whether there is a key to check tokens with. The schema reports values of a wrong type. */
function hasKeys(memberTokens: unknown): boolean {
  if (!isRecord(memberTokens)) return memberTokens !== undefined;
  const { secrets = [], publicKeys = [] } = memberTokens;
  return ![secrets, publicKeys].every((keys) => Array.isArray(keys) && keys.length === 0);
}
