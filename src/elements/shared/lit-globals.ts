/** The globals that Lit reads when it is loaded. */
const NAMES = [
  'ShadyCSS',
  'litElementHydrateSupport',
  'litElementPolyfillSupport',
  'litElementVersions',
  'litHtmlPolyfillSupport',
  'litHtmlVersions',
  'litPropertyMetadata',
  'reactiveElementPolyfillSupport',
  'reactiveElementVersions',
  'trustedTypes',
];

// Elements can be found among the globals by their ids: an `<a id="litHtmlVersions">` in a posted text would stop every widget. A property of the
// global object itself has priority. This has to be imported before Lit.
for (const name of NAMES) {
  if (name in globalThis && !Object.hasOwn(globalThis, name)) Reflect.set(globalThis, name, undefined);
}
