import type { BuiltFiles } from '../../common/built-page.ts';
import { fingerprint } from '../../common/fingerprint.ts';
import { ConfigError } from '../config/index.ts';
import { RequestProblem } from '../http/problem.ts';
import { type Answer, textAnswer } from '../http/respond.ts';
import type { EmbedSettings } from './config.ts';

/** Gives the files of the elements as they were built, by their paths within `dist/`. It is called once, where `embed` needs them. */
export type ElementFiles = () => BuiltFiles;

/** Where a page finds the elements, and what the proxy serves of that itself. */
export interface Elements {
  /** The address of the folder, with a slash at the end: one on the web, or a path of the proxy's. */
  readonly folder: string;
  /** What a policy allows to have them loaded from there. */
  readonly source: string;
  /** Throws `RequestProblem` for what there is not. */
  file(version: string, path: string): Answer;
}

const A_YEAR = 'public, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** As the config wants them: from elsewhere on the web, or from files. The address of a file depends on its content, so that browsers can keep it. */
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
