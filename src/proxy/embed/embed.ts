import type { Action } from '../actions/action.ts';
import { RequestProblem } from '../http/problem.ts';
import { type Answer, textAnswer } from '../http/respond.ts';
import type { EmbedSettings } from './config.ts';
import { type ElementFiles, elementsFor } from './elements.ts';
import { framedBy } from './framed-by.ts';
import type { Incoming } from '../http/incoming.ts';

export interface EmbedContext {
  mount: string;
  origins: readonly string[];
  /** The elements' files, if the config names no folder on the web. */
  files: ElementFiles | undefined;
}

/** The pages and files for frames, below the proxy's mount. */
export interface Embed {
  /** A frame's page. Throws `RequestProblem` if the action asks for a sign-in. */
  page(action: Action, request: Incoming): Promise<Answer>;
  /** The script for the page around a frame. */
  script(): Promise<Answer>;
  /** A file of the elements. Throws `RequestProblem` if there is no such file. */
  file(version: string, path: string): Answer;
  /** Requests that a browser makes for a page of any site: a frame, or a file that is the same for everybody. */
  kindOf(request: Incoming): 'frame' | 'file' | null;
  /** The policy of the page that appears in the frame instead, if there is no widget. */
  readonly problemPolicy: string;
}

const AN_HOUR = 'public, max-age=3600';

/**
 * Pages for frames, with the config's settings. The code that makes them is loaded with the first. Throws `ConfigError` if the elements' files cannot
 * be read.
 */
export function createEmbed(settings: EmbedSettings, { mount, origins, files }: EmbedContext): Embed {
  const base = mount === '/' ? '' : mount;
  const elements = elementsFor(settings, base, files);
  return {
    async page(action, request) {
      if (action.identity === 'typed' || action.identity === 'signed') {
        const { framePage } = await import('./frame-page.ts');
        return framePage(action, request, { mount, origins, elements });
      }
      throw new RequestProblem({
        code: 'not-found',
        detail:
          'A frame cannot know who is signed in. The site’s owner can put the widget’s tag and script into the page instead.',
      });
    },
    // A page of another origin loads it.
    async script() {
      const { PAGE_SCRIPT } = await import('./scripts.ts');
      return textAnswer(200, PAGE_SCRIPT, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': AN_HOUR,
        'cross-origin-resource-policy': 'cross-origin',
      });
    },
    file: (version, path) => elements.file(version, path),
    kindOf({ method, url }) {
      if (method !== 'GET' && method !== 'HEAD') return null;
      const { pathname } = new URL(url);
      if (pathname.startsWith(`${base}/embed/`)) return 'frame';
      return pathname === `${base}/embed.js` || pathname.startsWith(`${base}/elements/`) ? 'file' : null;
    },
    problemPolicy: `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; ${framedBy(origins)}`,
  };
}
