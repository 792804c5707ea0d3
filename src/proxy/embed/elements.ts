import type { BuiltFiles } from '../../common/built-page.ts';
import { fingerprint } from '../../common/fingerprint.ts';
import { ConfigError } from '../config/index.ts';
import { RequestProblem } from '../http/problem.ts';
import { type Answer, textAnswer } from '../http/respond.ts';
import type { EmbedSettings } from './config.ts';

/** Returns the built files of the elements by their paths within `dist/`. Called once, if `embed` needs them. */
export type ElementFiles = () => BuiltFiles;

/** Where a page finds the elements, and the files that the proxy serves itself. */
export interface Elements {
  /** The address of the folder, with a slash at the end: on the web, or a path of the proxy. */
  readonly folder: string;
  /** The source for the content security policy of pages that load them. */
  readonly source: string;
  /** Throws `RequestProblem` if there is no such file. */
  file(version: string, path: string): Answer;
}

const A_YEAR = 'public, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * The elements from elsewhere on the web, or from files, as the config says. The address of a file depends on its content, so that browsers can cache
 * it.
 */
export function elementsFor({ elements }: EmbedSettings, base: string, files: ElementFiles | undefined): Elements {
  if (elements !== null) return { folder: elements, source: elements, file: nothingHere };
  const built = files?.();
  if (!built) {
    throw new ConfigError([
      "embed: needs the elements' files: pass elements: elementFiles from 'rewards-proxy/elements' to createProxy, or set their address, as embed: { elements: 'https://…/dist/' }",
    ]);
  }
  if (built.size === 0) throw new ConfigError(['embed: finds no files of the elements: run npm run build']);
  const current = fingerprint(Object.fromEntries(built)).slice(0, 16);
  return {
    folder: `${base}/elements/${current}/`,
    source: "'self'",
    file(version, path) {
      const text = version === current ? built.get(path) : undefined;
      const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
      if (text === undefined || type === undefined) return nothingHere();
      return textAnswer(200, text, { 'content-type': type, 'cache-control': A_YEAR });
    },
  };
}

function nothingHere(): never {
  throw new RequestProblem({ code: 'not-found', detail: 'There is nothing at this address.' });
}
