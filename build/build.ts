/** Builds `dist`, all but the declarations and the packages: in one process, since to start Vite takes as long as some of its builds. */
import { createBuilder } from 'vite';

/** In this order: the first one empties `dist`. The modes are those of `vite.config.ts`. */
const MODES = ['production', 'command', 'cdn', 'console', 'desk'];

for (const mode of MODES) {
  // oxlint-disable-next-line no-await-in-loop -- one writes where another has emptied
  await createBuilder({ mode }, null).then((builder) => builder.buildApp());
}
