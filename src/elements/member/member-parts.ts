/** What the field needs once somebody turns to it, loaded on demand. */
import { HelpLoader } from '../shared/claiming/help-loader.ts';
import { MemberEntry } from '../shared/claiming/member-entry.ts';
import { pointingStyles } from '../shared/claiming/pointing.styles.ts';
import { popoverStyles } from '../shared/claiming/popover.styles.ts';
import { wear } from '../shared/claiming/wear.ts';

export { HelpLoader, MemberEntry, pointingStyles, popoverStyles, wear };
