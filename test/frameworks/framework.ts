/** How an app of one framework is made, checked, built and started. Commands are run in its folder, by a shell. */
export interface Framework {
  name: string;
  /** The framework's own template on npm, as `npx` takes it, with `$NAME` for the folder; null where npm has none. */
  template: string | null;
  /** Why the app is begun with `pages/<name>/package.json`, where there is no template. */
  byHand?: string;
  /** What is installed besides the template's packages and ours. */
  packages?: readonly string[];
  /** As `rewards init --framework` takes it, where its proxy runs within the app; else a proxy of its own answers beside it. */
  init?: string;
  /** The folders of `pages/` that are copied over the template; by default the one of its name. */
  pages?: readonly string[];
  types: string | null;
  build: string | null;
  /** `$PORT` is the port to listen at. */
  start: string;
  /** The page that uses the elements in every way; null where that of `rewards init` is the only one. */
  path: string | null;
  /** The page that `rewards init` writes, if it is not `/check-in`. */
  initPath?: string;
  /** Whether the server renders the page. */
  rendersOnServer: boolean;
}
