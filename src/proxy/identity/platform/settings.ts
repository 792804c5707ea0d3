/** What the platform says of the signed-in person. */
export type Profile = Readonly<Record<string, unknown>>;

/** Whether the signed-in person is in the community. */
export type IsMember = (profile: Profile, accessToken: string) => boolean | Promise<boolean>;

/** Where the platform answers. */
export interface Endpoints {
  /** Where visitors sign in. */
  authorization: string;
  /** Where the proxy gets an access token. */
  token: string;
  /** Where the access token gets the profile. */
  user: string;
}

/** What the config says of signing in with the platform. What is left out comes from the preset, or is usual with OpenID Connect. */
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

/** A platform that members sign in with. */
export interface Platform {
  name: string;
  /** The proxy's own, as visitors' browsers see it. */
  origin: string;
  /** Those that a sign-in may return to: see `ReturnPages`. */
  pages: readonly string[];
  client: { id: string; secret: string; authentication: 'post' | 'basic' };
  /** Where it answers, or who can be asked (OpenID Connect Discovery). */
  server: { endpoints: Endpoints } | { issuer: string };
  scope: string;
  /** Where in the profile the member's id lies: keys with dots between them. */
  memberId: string;
  /** Where a name to show may lie; the first that is there counts. */
  memberNames: readonly string[];
  /** The id of the community on the platform, where the preset can tell who is in it. */
  serverId: string | null;
  isMember: IsMember | null;
  /** How long who was seen in the community is taken to be there, in milliseconds. */
  membershipMs: number;
  sessionSeconds: number;
}

/** What is known of platforms, so that an owner need not look it up. */
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
    /** What it takes to see whether a member is in one community. */
    membershipScope: 'guilds.members.read',
    memberId: 'id',
    memberNames: ['global_name', 'username'],
  },
} as const;

/** Days that a session may last: browsers keep no cookie longer (RFC 6265bis). */
export const MAX_SESSION_DAYS = 400;

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;

/** The settings with what the preset adds to them. Throws `TypeError` if no platform comes of them. */
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
