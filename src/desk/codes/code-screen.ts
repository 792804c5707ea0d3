import type { Inside } from '../../proxy/index.ts';
import { codeShown, pageOf } from '../../proxy/proofs/shown-code.ts';
import { STEP_S } from '../../proxy/proofs/authenticator.ts';
import type { CodeView } from '../api-types.ts';
import { DeskError } from '../problem.ts';
import { qrPath } from './qr.ts';

const MAX_PAGE_LENGTH = 1000;

/** The action's code of now, with the QR code that leads to the page. Throws `DeskError` if it has none, or the page is none of the site's. */
export function codeView({ codes, origins }: Inside, query: URLSearchParams, now: number): CodeView {
  const action = query.get('action') ?? '';
  const settings = codes.get(action);
  if (!settings) throw new DeskError('not-found', 'This action has no code that changes.');
  const { address, ...shown } = codeShown(settings, readPage(query.get('page') ?? '', origins), now);
  return { action, ...shown, shownSeconds: STEP_S, now, qr: address === null ? null : { address, ...qrPath(address) } };
}

function readPage(text: string, origins: readonly string[]): URL | null {
  if (text === '') return null;
  const page = text.length > MAX_PAGE_LENGTH ? { error: 'is too long for a QR code' } : pageOf(text, origins);
  if ('error' in page) throw new DeskError('invalid-request', `The page ${page.error}.`);
  return page;
}
