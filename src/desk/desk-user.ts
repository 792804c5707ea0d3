/** Who is at the desk. `name` is recorded in the audit and with decisions; null if the desk must ask for it. */
export interface DeskUser {
  name: string | null;
  /** Recorded in the audit while the name is not known. */
  alias?: string;
}

export function nameOf({ name, alias = 'somebody' }: DeskUser): string {
  return name ?? alias;
}
