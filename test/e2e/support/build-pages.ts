/** Builds the pages of the demo, of every kind, into the folder that is its argument: in a process of its own, since it changes the environment. */
import { buildPagesInto } from './built-pages.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('There is no folder to build the pages into.');
await buildPagesInto(folder);
