/** What Lit looks for among the globals when it is loaded. */
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

// Elements are found there by their ids as well: a posted `<a id="litHtmlVersions">` would keep every widget from working.
// A property of the global object's own goes before them. This has to be imported before Lit.
for (const name of NAMES) {
  if (name in globalThis && !Object.hasOwn(globalThis, name)) Reflect.set(globalThis, name, undefined);
}
