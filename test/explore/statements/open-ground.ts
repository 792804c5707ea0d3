import { after, before } from 'node:test';
import { type Databases, openDatabases } from '../../support/databases/databases.ts';
import type { Exploration } from '../explore.ts';
import { openThread } from '../in-thread.ts';
import { Ground } from './ground.ts';

/** A ground for the tests of a file. It may be used once they run. */
export function openGround(): () => Ground {
  let databases: Databases;
  let ground: Ground;
  before(async () => {
    databases = await openDatabases();
    ground = await Ground.open(await databases.createDatabase());
  });
  after(async () => {
    await ground[Symbol.asyncDispose]();
    await databases[Symbol.asyncDispose]();
  });
  return () => ground;
}

/** Explores pairs for the tests of a file, once they run. */
export const openPairs = (): ((name: string) => Promise<Exploration>) =>
  openThread(new URL('thread.ts', import.meta.url), async (open) => open.use(await openDatabases()).createDatabase());
