import { GIFTS } from '../../ledger/periods/gifts.ts';
import { TEXTS } from './texts.ts';

/** What an action is called that the config does not have: gifts, or one that it had before. */
export function titleOfFormer(name: string): string {
  return name === GIFTS ? TEXTS.gifts : name;
}
