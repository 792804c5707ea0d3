/** What the field needs once somebody turns to it, loaded on demand. */
import { HelpLoader } from '../shared/claiming/help-loader.ts';
import { pointingStyles } from '../shared/claiming/pointing.styles.ts';
import { popoverStyles } from '../shared/claiming/popover.styles.ts';
import { wear } from '../shared/claiming/wear.ts';
import { SpokenEntry } from './spoken-entry.ts';

export { HelpLoader, SpokenEntry as MemberEntry, pointingStyles, popoverStyles, wear };
