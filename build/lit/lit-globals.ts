/* Stands in for the module of this name: what else Lit looks for among the globals is left out of the bundles. */

for (const name of ['litElementHydrateSupport', 'trustedTypes']) {
  if (name in globalThis && !Object.hasOwn(globalThis, name)) Reflect.set(globalThis, name, undefined);
}
