import * as z from 'zod';
import type { ConfigPart } from '../config/part.ts';

/**
 * An origin of an app in a web view, or of a browser extension, such as `capacitor://localhost`. It has a host, and is not http or https misspelt.
 * Schemes that the URL standard knows are no app's own.
 */
const APP_ORIGIN = /^(?!(?:[htps]+|file|ftp|wss?):)[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9._-]+(?::\d+)?$/;

/** What is wrong with the text as an entry of `origins`, and how to fix it; null if it is an exact origin of a site or an app. */
export function originProblem(text: string): string | null {
  if (text === '*')
    return "must not be '*', which would let every site on the web use the proxy: name each site, such as 'https://example.org'";
  const url = URL.parse(text);
  if (text === 'null' || url === null)
    return "must be the address of a site, with https:// and without a path, such as 'https://example.org'";
  // What `url.origin` is, except that the URL standard has none for an app's scheme.
  const origin = `${url.protocol}//${url.host}`;
  if (!APP_ORIGIN.test(origin) && url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'must begin with https:// or http://';
  if (url.hostname.includes('*')) return "must not contain '*': name each site, such as 'https://shop.example.org'";
  if (origin !== text) return `must be written exactly as browsers send it, without path or slash: '${origin}'`;
  return null;
}

/** The keys for the proxy's own address, and for who may use it. */
export const httpConfig = {
  name: 'http',
  keys: {
    origins: z
      .array(
        z.string().superRefine((text, context) => {
          const problem = originProblem(text);
          if (problem !== null) context.addIssue(problem);
        }),
      )
      .min(1, "must name at least one site, such as 'https://example.org'")
      .describe("the sites that may use the proxy, such as ['https://example.org']"),
    mount: z
      .string()
      .regex(
        /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+)$/,
        "must be a path such as '/rewards': it begins with a slash and does not end with one",
      )
      .default('/rewards')
      .describe('the path under which the proxy answers'),
  },
} satisfies ConfigPart;
