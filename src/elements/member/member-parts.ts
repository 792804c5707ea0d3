/** What the field needs as soon as somebody uses it, loaded on demand. */
import { HelpLoader } from '../shared/claiming/help-loader.ts';
import { controlStyles } from '../shared/claiming/controls.styles.ts';
import { popoverStyles } from '../shared/claiming/popover.styles.ts';
import { adoptStyles } from '../shared/claiming/adopt.ts';
import { SpokenEntry } from './spoken-entry.ts';

export { HelpLoader, SpokenEntry as MemberEntry, controlStyles, popoverStyles, adoptStyles as adopt };
