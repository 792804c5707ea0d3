import type { ChallengeView } from '../../../../contract/challenge.ts';
import type { ClaimHost } from '../../claim-controller.ts';
import { createElement } from '../../create-element.ts';
import { loadService, type Service, type ServiceApi } from './service-script.ts';
import { type Solver, UNSOLVED } from './solver.ts';

type View = ChallengeView & { type: Service };

/** Whatever a visitor is asked to do should be done by then. */
const PATIENCE_MS = 120_000;

/**
 * Has a service look at the visitor, and where it likes set a puzzle. Each time it is shown anew, so that no token comes twice.
 * It needs to be part of the page itself, so it goes into a slot, which has to be there before.
 */
export const solveByService: Solver<View> = async ({ host }, view, _memberId, signal) => {
  const api = await loadService(view.type);
  if (!api || signal.aborted) return UNSOLVED;
  const box = placeIn(host);
  const done = new AbortController();
  try {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const token = await new Promise<string | undefined>((resolve) => {
      ended.addEventListener('abort', () => resolve(undefined), { signal: done.signal });
      show(api, box, view, host, resolve);
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

function show(
  api: ServiceApi,
  box: HTMLElement,
  { type, siteKey }: View,
  { action, localization }: ClaimHost,
  end: (token?: string) => void,
): void {
  const fail = () => {
    end();
    // So that the service does not complain on the console.
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
          language: localization.locale,
          'response-field': false,
          retry: 'never',
          size: 'flexible',
          'timeout-callback': fail,
          'unsupported-callback': fail,
        }
      : { 'chalexpired-callback': fail, 'close-callback': fail, hl: localization.locale, size: 'invisible' }),
  });
  if (type === 'hcaptcha') api.execute(id);
}

/** A place in the page, which shows below the widget's button. */
function placeIn(host: ClaimHost): HTMLElement {
  const name = 'challenge';
  const { renderRoot } = host;
  const form = renderRoot.querySelector('form');
  if (form && !renderRoot.querySelector(`slot[name=${name}]`)) {
    // One of its fields may be called `append`.
    Element.prototype.append.call(form, Object.assign(createElement('slot'), { name }));
  }
  const box = Object.assign(createElement('div'), { slot: name });
  host.append(box);
  return box;
}
