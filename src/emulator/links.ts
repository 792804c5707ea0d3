/** Addresses, without a slash at the end, of what else belongs to an emulated community: the console links to them. */
export interface Links {
  /** The site whose widgets call the emulator by its proxy. */
  site?: string;
  /** The desk of that site's owner. */
  desk?: string;
}
