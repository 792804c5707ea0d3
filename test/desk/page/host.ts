import type { ModelHost } from '../../../src/desk/page/model-host.ts';

/** A page that draws nothing, and what was said on it. */
export class SilentHost implements ModelHost {
  readonly saidTexts: string[] = [];
  readonly names: string[] = [];
  readonly load = (work: () => Promise<void>): Promise<void> => work();
  readonly draw = (): void => {};
  readonly say = (text: string): void => void this.saidTexts.push(text);
  readonly rememberName = (by: string): void => void this.names.push(by);
}
