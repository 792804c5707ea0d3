import { type Remote, wrap } from 'comlink';
// oxlint-disable-next-line import/default -- Vite gives the address of what it makes of the module
import script from '../backend-worker.ts?worker&url';
import type { BackendThread } from '../backend-worker.ts';
import { once } from '../../src/common/once.ts';

/** The thread of the page's backend, which runs from its first use on. Rejects where it cannot be loaded. */
export const backendThread = once(start);

async function start(): Promise<Remote<BackendThread>> {
  const worker = new Worker(trusted(script), { type: 'module' });
  const thread = wrap<BackendThread>(worker);
  const broken = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('the backend of this page could not be loaded')));
  });
  await Promise.race([thread.isLoaded(), broken]);
  return thread;
}

/** The pages' Content-Security-Policy requires Trusted Types for script addresses. This one is a constant of the page's own script. */
function trusted(url: string): string {
  const policy = globalThis.trustedTypes?.createPolicy('backend', { createScriptURL: (address) => address });
  return policy?.createScriptURL(url) ?? url;
}
