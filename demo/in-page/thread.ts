import { type Remote, wrap } from 'comlink';
// oxlint-disable-next-line import/default -- Vite gives the address of what it makes of the module
import script from '../backend-worker.ts?worker&url';
import type { BackendThread } from '../backend-worker.ts';
import { onceMade } from './once-made.ts';

/** The thread of the page's backend, which runs from its first use on. Rejects where it cannot be loaded. */
export const backendThread = onceMade(start);

async function start(): Promise<Remote<BackendThread>> {
  const worker = new Worker(trusted(script), { type: 'module' });
  const thread = wrap<BackendThread>(worker);
  const broken = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('the backend of this page could not be loaded')));
  });
  await Promise.race([thread.isLoaded(), broken]);
  return thread;
}

/** The policy of pages lets no text be a script's address that nobody has vouched for. This one is written into the page's own script. */
function trusted(url: string): string {
  const policy = globalThis.trustedTypes?.createPolicy('backend', { createScriptURL: (address) => address });
  return policy?.createScriptURL(url) ?? url;
}
