import { cdnScript } from './cdn-script.ts';
import type { Site } from './site.ts';

/** Puts the elements' scripts beside a page in `public/`, where no CDN has them. */
export const COPY_SCRIPTS = 'cp -r node_modules/rewards-elements/dist/cdn public/rewards-elements';

const OWN_SCRIPT = '    <script type="module" src="rewards-elements/rewards-checkin.js"></script>';

/** The element's script for a page in `public/`, which nothing builds. */
export function publicScript({ ownScripts }: Site): string {
  return ownScripts ? OWN_SCRIPT : cdnScript();
}
