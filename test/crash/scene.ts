import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { bundleProxyProcess } from './bundle.ts';

/** What a file of tests has that kill a proxy. */
export interface Scene {
  /** A folder for its stores. */
  readonly home: string;
  /** The path of the proxy's bundle, once the tests have begun. */
  readonly script: string;
}

/** Has the proxy bundled before the tests of the file that calls this, and the folder removed after them. */
export function setScene(name: string): Scene {
  const scene = { home: mkdtempSync(join(tmpdir(), `rewards-${name}-`)), script: '' };
  before(async () => {
    scene.script = await bundleProxyProcess();
  });
  after(() => rmSync(scene.home, { recursive: true, force: true }));
  return scene;
}
