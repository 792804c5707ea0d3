import * as z from 'zod';
import { isLoopback } from '../../../service/index.ts';
import type { Keys, Report } from '../../config/part.ts';
import { Secret, Text } from '../../config/values.ts';
import { section } from '../../config/words.ts';
import { originProblem } from '../../http/config.ts';
import { type IsMember, MAX_SESSION_DAYS, PRESETS, type PlatformSettings } from './settings.ts';

const LOCAL = 'must begin with https://, because http:// is only for this machine (localhost, 127.0.0.1, [::1])';

const Address = z.string().superRefine((text, context) => {
  const problem = addressProblem(text);
  if (problem !== null) context.addIssue(problem);
});

const Origin = z.string().superRefine((text, context) => {
  const problem = originProblem(text) ?? addressProblem(text);
  if (problem !== null) context.addIssue(problem);
});

const Page = z.string().superRefine((text, context) => {
  const problem = pageProblem(text);
  if (problem !== null) context.addIssue(problem);
});

const Scope = Text.refine(
  (scope) => !scope.split(/\s+/).includes('email'),
  'must not contain email: nothing here uses it, so visitors need not share it',
);

const PathInProfile = Text.describe('keys with dots between them');

const presets = Object.keys(PRESETS).filter((name): name is keyof typeof PRESETS => Object.hasOwn(PRESETS, name));

/** The keys for signing in with the community's platform. */
export const PlatformSchema = section({
  preset: z.enum(presets).optional().describe("a platform whose addresses are built in, such as 'discord'"),
  name: Text.optional().describe('what visitors call the platform'),
  origin: Origin.describe("the proxy's own origin as visitors' browsers see it, such as https://example.org"),
  pages: z
    .array(Page)
    .min(1, "must name at least one page, such as 'https://example.org/check-in'")
    .describe(
      "the pages with widgets, to which a sign-in may return, such as ['https://example.org/check-in']; * at the end allows all that begin so",
    ),
  clientId: Text.describe('the id of your application at the platform'),
  clientSecret: Text.describe("that application's secret, best given as env('PLATFORM_CLIENT_SECRET')"),
  clientAuthentication: z
    .enum(['post', 'basic'])
    .default('post')
    .describe('how the secret is sent: in the body, or in a header'),
  secrets: z
    .array(Secret)
    .min(1, "must have at least one entry, such as env('REWARDS_SESSION_SECRET')")
    .describe('the secrets that encrypt sessions; two while you replace one, the new one first'),
  issuer: Address.optional().describe('a platform that describes itself (OpenID Connect Discovery)'),
  endpoints: section({
    authorization: Address.describe('where visitors sign in'),
    token: Address.describe('where the proxy gets an access token'),
    user: Address.describe('where the access token gets the profile'),
  })
    .optional()
    .describe('the addresses of any other platform'),
  scope: Scope.optional().describe('the smallest scope that gives the id'),
  memberId: PathInProfile.optional().describe("where the profile has the member's id, such as 'id' or 'user.id'"),
  memberName: PathInProfile.optional().describe('where the profile has a name to show'),
  serverId: Text.optional().describe("the community's id, if only its members may sign in, with preset: 'discord'"),
  isMember: z
    .custom<IsMember>((value) => typeof value === 'function', 'must be a function of the profile and the access token')
    .optional()
    .describe('a function that says whether a profile is a member of the community'),
  membershipHours: z
    .int()
    .min(1, 'must be at least 1')
    .max(24 * MAX_SESSION_DAYS, `must be at most ${24 * MAX_SESSION_DAYS}`)
    .default(24)
    .describe('hours until the proxy checks again whether a member is in the community, with serverId or isMember'),
  sessionDays: z
    .int()
    .min(1, 'must be at least 1')
    .max(MAX_SESSION_DAYS, `must be at most ${MAX_SESSION_DAYS}, which is what browsers keep`)
    .default(30)
    .describe('days that a sign-in lasts'),
}) satisfies z.ZodType<PlatformSettings>;

/** Checks that the platform is clearly defined, and that visitors return to sites of the owner's. */
export function checkPlatform(platform: Keys, { origins }: Keys, report: Report): void {
  const { preset, name, issuer, endpoints, scope, memberId, serverId, pages } = platform;
  const sites = Array.isArray(origins) ? origins : [];
  for (const [at, page] of (Array.isArray(pages) ? pages : []).entries()) {
    const origin = URL.parse(String(page))?.origin;
    if (origin !== undefined && !sites.includes(origin)) {
      report(['pages', String(at)], `is on a site that is not among origins: add '${origin}' there`);
    }
  }
  if (preset === undefined) {
    if (issuer === undefined && endpoints === undefined) {
      report([], "names no platform: set preset: 'discord', or issuer or endpoints of another platform");
    }
    if (name === undefined) report(['name'], 'is missing: what visitors call the platform');
    if (serverId !== undefined) report(['serverId'], "works only with preset: 'discord': use isMember instead");
  }
  if (issuer !== undefined && (preset !== undefined || endpoints !== undefined)) {
    report(['issuer'], 'names an address of the platform, and so does preset or endpoints: remove one of them');
  }
  if (preset === undefined && issuer === undefined && endpoints !== undefined) {
    if (scope === undefined) report(['scope'], 'is missing: the smallest scope that gives the id');
    if (memberId === undefined)
      report(['memberId'], "is missing: where in the profile the member's id lies, such as 'id'");
  }
}

/** What is wrong with the text as an entry of `pages`, and how to fix it. */
function pageProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return "must be a whole address, such as 'https://example.org/check-in'";
  }
  if (url.search !== '' || url.hash !== '') return 'must not have a query or fragment: any are allowed';
  if (url.pathname.slice(0, -1).includes('*')) return 'may have a * only at its end';
  const written = url.origin + url.pathname;
  return text === written ? null : `must be written as browsers do: '${written}'`;
}

function addressProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'must be an address that begins with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  return url.protocol === 'http:' && !isLoopback(url.hostname) ? LOCAL : null;
}
