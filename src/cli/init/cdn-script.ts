import { readFileSync } from 'node:fs';
import { isRecord } from '../../contract/guard.ts';
import { ownVersion, packageFile } from '../own-package.ts';

const FILE = 'rewards-checkin.js';

/** The element's script from a CDN, of this very version, and pinned to what was built with it where that is here. */
export function cdnScript(): string {
  const integrity = readIntegrity();
  const pinned = integrity === undefined ? '' : `      integrity="${integrity}"\n      crossorigin="anonymous"\n`;
  return `    <script
      type="module"
      src="https://cdn.jsdelivr.net/npm/rewards-elements@${ownVersion()}/dist/cdn/${FILE}"
${pinned}    ></script>`;
}

function readIntegrity(): string | undefined {
  try {
    const hashes: unknown = JSON.parse(readFileSync(packageFile('dist/cdn/integrity.json'), 'utf8'));
    const hash = isRecord(hashes) ? hashes[FILE] : undefined;
    return typeof hash === 'string' ? hash : undefined;
  } catch {
    return undefined;
  }
}
