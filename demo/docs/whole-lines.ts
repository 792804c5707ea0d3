import type { CodeTransformer } from './fewer-spans.ts';

/** Has each line coloured to its end, however busy the machine is: the highlighter leaves off in the middle of a line after half a second. */
export const wholeLines: CodeTransformer = {
  name: 'docs-whole-lines',
  preprocess(_, options) {
    options.tokenizeTimeLimit = 0;
  },
};
