/** What a part of the model needs of the rest of the page. */
export interface ModelHost {
  /** Does the work, and shows what goes wrong with it. */
  load: (work: () => Promise<void>) => Promise<void>;
  draw: () => void;
  /** Says for a moment what was done. */
  say: (text: string) => void;
  /** Keeps the name that somebody gave, for the next form. */
  rememberName: (by: string) => void;
}
