import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Findings } from '../../common/finding.ts';
import { messageOf } from '../../common/message-of.ts';

const LARGEST_BYTES = 32 * 1024 * 1024;
const VARIABLE = 'REWARDS_API_KEY';

/** Looks through the files of a built site for an API key, or the name of its variable. */
export async function checkSite(folder: string, keys: readonly string[], findings: Findings): Promise<void> {
  const { ok, warn, fail } = findings.of('site');
  let files = 0;
  let bad = 0;
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      // oxlint-disable-next-line no-await-in-loop -- one file at a time is in memory
      if ((await stat(path)).size > LARGEST_BYTES) continue;
      files += 1;
      // oxlint-disable-next-line no-await-in-loop
      const text = await readFile(path, 'latin1');
      if (keys.some((key) => text.includes(key))) {
        bad += 1;
        fail(`${path} contains the API key, so every visitor has it. Remove it, and create a new key at once`);
      } else if (text.includes(VARIABLE)) {
        bad += 1;
        warn(`${path} names ${VARIABLE}: see that no build puts its value there`);
      }
    }
    if (bad === 0) ok(`no key in ${files === 1 ? '1 file' : `${files} files`} of ${folder}`);
  } catch (error) {
    fail(`${folder} cannot be searched: ${messageOf(error)}`);
  }
}
