/* Stands in for the module of this name: what else Lit looks for among the globals is left out of the bundles. */

if ('trustedTypes' in globalThis && !Object.hasOwn(globalThis, 'trustedTypes')) {
  Reflect.set(globalThis, 'trustedTypes', undefined);
}
