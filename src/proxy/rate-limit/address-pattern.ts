/**
 * What one address did that the owner may want to look at. `address` is a keyed hash, by which one can be told from another on
 * the same day; `dryRun` says that nothing was refused because of it.
 * - `many-ids`: it claimed for more members than the owner finds likely.
 * - `wrong-ids`: it tried many ids that are malformed or that the service refused.
 */
export interface AddressPattern {
  kind: 'many-ids' | 'wrong-ids';
  action: string;
  address: string;
  count: number;
  spanSeconds: number;
  dryRun: boolean;
}
