/* `npm run build:docs`: the documentation as files for any static server, in `dist/demo/docs`. */
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';

await build(fileURLToPath(new URL('.', import.meta.url)));
