/** The platform's data about the signed-in person. */
export type Profile = Readonly<Record<string, unknown>>;

/** Returns whether the signed-in person is in the community. */
export type IsMember = (profile: Profile, accessToken: string) => boolean | Promise<boolean>;

/** The platform's endpoints. */
export interface Endpoints {
  /** Where visitors sign in. */
  authorization: string;
  /** Where the proxy gets an access token. */
  token: string;
  /** Where the proxy gets the profile with the access token. */
  user: string;
}

/** The config's settings for signing in with the platform. Defaults come from the preset, or are the usual ones of OpenID Connect. */
export interface PlatformSettings {
  preset?: keyof typeof PRESETS | undefined;
  name?: string | undefined;
  origin: string;
  pages: readonly string[];
  clientId: string;
  clientSecret: string;
  clientAuthentication: 'post' | 'basic';
  secrets: readonly string[];
  issuer?: string | undefined;
  endpoints?: Endpoints | undefined;
  scope?: string | undefined;
  memberId?: string | undefined;
  memberName?: string | undefined;
  serverId?: string | undefined;
  isMember?: IsMember | undefined;
  membershipHours: number;
  sessionDays: number;
}

/** A platform that members sign in with, ready for use. */
export interface Platform {
  name: string;
  /** The proxy's own origin, as visitors' browsers see it. */
  origin: string;
  /** The pages that a sign-in may return to: see `ReturnPages`. */
  pages: readonly string[];
  client: { id: string; secret: string; authentication: 'post' | 'basic' };
  /** The endpoints, or the issuer that publishes them (OpenID Connect Discovery). */
  server: { endpoints: Endpoints } | { issuer: string };
  scope: string;
  /** The path of the member's id in the profile: keys with dots between them. */
  memberId: string;
  /** Possible paths of a display name. The first that exists counts. */
  memberNames: readonly string[];
  /** The id of the community on the platform, if the preset can tell who is in it. */
  serverId: string | null;
  isMember: IsMember | null;
  /** How long a check of a membership is valid, in milliseconds. */
  membershipMs: number;
  sessionSeconds: number;
}

/** Known platforms, so that an owner need not look up their data. */
export const PRESETS = {
  /** https://discord.com/developers/docs/topics/oauth2 */
  discord: {
    name: 'Discord',
    endpoints: {
      authorization: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      user: 'https://discord.com/api/users/@me',
    },
    scope: 'identify',
    /** The scope needed to check whether a member is in one community. */
    membershipScope: 'guilds.members.read',
    memberId: 'id',
    memberNames: ['global_name', 'username'],
  },
} as const;

/** The longest lifetime of a session in days: browsers keep cookies no longer (RFC 6265bis). */
export const MAX_SESSION_DAYS = 400;

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

/** The settings completed by the preset. Throws `TypeError` if they do not define a platform. */
export function platformOf(settings: PlatformSettings): Platform {
  const {
    origin,
    pages,
    clientId,
    clientSecret,
    clientAuthentication,
    issuer,
    serverId,
    isMember,
    membershipHours,
    sessionDays,
  } = settings;
  const preset = settings.preset && PRESETS[settings.preset];
  const endpoints = settings.endpoints ?? preset?.endpoints;
  const server = endpoints ? { endpoints } : issuer === undefined ? null : { issuer };
  const name = settings.name ?? preset?.name;
  if (!server || name === undefined) throw new TypeError('platform needs a name, and where to find it');
  const scope = settings.scope ?? preset?.scope ?? 'openid';
  return {
    name,
    origin,
    pages,
    server,
    client: { id: clientId, secret: clientSecret, authentication: clientAuthentication },
    scope: preset && serverId !== undefined ? `${scope} ${preset.membershipScope}` : scope,
    memberId: settings.memberId ?? preset?.memberId ?? 'sub',
    memberNames: settings.memberName === undefined ? (preset?.memberNames ?? []) : [settings.memberName],
    serverId: serverId ?? null,
    isMember: isMember ?? null,
    membershipMs: membershipHours * HOUR_MS,
    sessionSeconds: sessionDays * DAY_S,
  };
}
