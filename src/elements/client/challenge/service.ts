import type { ChallengeView } from '../../../contract/challenge.ts';
import { loadService, type Service, type ServiceApi } from './service-script.ts';
import { type Solver, UNSOLVED } from './solver.ts';

type View = ChallengeView & { type: Service };

/** Enough time for anything that a visitor is asked to do. */
const PATIENCE_MS = 120_000;

/**
 * Lets a service check the visitor, and show a puzzle if it wants to. It is rendered again each time, so that no token is used twice. It must be a
 * part of the page itself, so it is put into a slot, which has to exist already.
 */
export const solveByService: Solver<View> = async ({ site }, hooks, view, _memberId, signal) => {
  const api = await loadService(view.type);
  if (!api || signal.aborted) return UNSOLVED;
  const box = await hooks.placeChallenge().catch(() => undefined);
  if (!box) return UNSOLVED;
  const done = new AbortController();
  try {
    if (signal.aborted) return UNSOLVED;
    const ended = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const token = await new Promise<string | undefined>((resolve) => {
      ended.addEventListener('abort', () => resolve(undefined), { signal: done.signal });
      whenRemoved(box, () => resolve(undefined), done.signal);
      show(api, box, view, { action: site.action, language: hooks.language }, resolve);
    });
    return token ? { proof: { [view.type]: token } } : UNSOLVED;
  } catch (error) {
    reportError(error);
    return UNSOLVED;
  } finally {
    done.abort();
    box.remove();
  }
};

/** Scripts that make a page like another one remove what that one does not have: then nothing is left that the visitor could solve. */
function whenRemoved(box: HTMLElement, end: () => void, signal: AbortSignal): void {
  const { parentNode } = box;
  if (!parentNode) return;
  const observer = new MutationObserver(() => box.parentNode ?? end());
  observer.observe(parentNode, { childList: true });
  signal.addEventListener('abort', () => observer.disconnect());
}

function show(
  api: ServiceApi,
  box: HTMLElement,
  { type, siteKey }: View,
  { action, language }: { action: string; language: string },
  end: (token?: string) => void,
): void {
  const fail = () => {
    end();
    // So that the service does not log an error on the console.
    return true;
  };
  const id = api.render(box, {
    sitekey: siteKey,
    callback: end,
    'error-callback': fail,
    'expired-callback': fail,
    ...(type === 'turnstile'
      ? {
          action,
          appearance: 'interaction-only',
          language,
          'response-field': false,
          retry: 'never',
          size: 'flexible',
          'timeout-callback': fail,
          'unsupported-callback': fail,
        }
      : { 'chalexpired-callback': fail, 'close-callback': fail, hl: language, size: 'invisible' }),
  });
  if (type === 'hcaptcha') api.execute(id);
}
