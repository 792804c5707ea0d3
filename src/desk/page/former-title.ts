import { GIFTS } from '../../ledger/periods/gifts.ts';
import { TEXTS } from './texts.ts';

/** The title of an action that is not in the config: gifts, or an action that was removed from it. */
export function titleOfFormer(name: string): string {
  return name === GIFTS ? TEXTS.gifts : name;
}
