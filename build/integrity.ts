import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Notes, for `integrity.json`, the value of the `integrity` attribute for each script. */
export function integrity(hashes: Map<string, string>): Plugin {
  return {
    name: 'integrity',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        hashes.set(file.fileName, `sha384-${createHash('sha384').update(file.code).digest('base64')}`);
      }
      const source = `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source });
    },
  };
}
