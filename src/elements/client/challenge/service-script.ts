import type { ChallengeView } from '../../../contract/challenge.ts';
import { createElement } from '../create-element.ts';
import { ofDocument } from '../own-document.ts';

export type Service = Exclude<ChallengeView['type'], 'altcha'>;

/** The common interface of both services' scripts. */
export interface ServiceApi {
  /** Shows the challenge in the box, and returns its id. */
  render(box: HTMLElement, options: Record<string, unknown>): string;
  execute(id: string): void;
}

const SCRIPTS: Record<Service, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
};

const isApi = (value: unknown): value is ServiceApi =>
  typeof value === 'object' && value !== null && 'render' in value && typeof value.render === 'function';

const loading = new Map<Service, Promise<ServiceApi | undefined>>();

/** The service's interface, which the page may have loaded itself. Undefined if the script cannot be loaded. */
export async function loadService(service: Service): Promise<ServiceApi | undefined> {
  const known = found(service);
  if (known) return known;
  const load = loading.get(service) ?? loadScript(service);
  loading.set(service, load);
  const api = await load;
  loading.delete(service);
  return api;
}

/** Both scripts define a global variable with their name. Elements and frames of the page may be found under that name as well. */
function found(service: Service): ServiceApi | undefined {
  const api: unknown = Object.hasOwn(globalThis, service) && Reflect.get(globalThis, service);
  return isApi(api) ? api : undefined;
}

function loadScript(service: Service): Promise<ServiceApi | undefined> {
  return new Promise((resolve) => {
    const ready = `rewardsElementsReady_${service}`;
    const script = createElement('script');
    const end = () => {
      Reflect.deleteProperty(globalThis, ready);
      resolve(found(service));
    };
    Reflect.set(globalThis, ready, end);
    script.addEventListener('error', end);
    script.async = true;
    script.src = `${SCRIPTS[service]}?onload=${ready}&render=explicit`;
    ofDocument('head')?.append(script);
  });
}
