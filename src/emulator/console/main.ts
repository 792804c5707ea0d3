/**
 * The emulator's console: the community as its administrator sees it, and what goes over the wire. Runs in the browser, on
 * the emulator's own address, and knows no more than the control API tells anybody. Imports lit, `common/` and the emulator's types.
 */
import { openConsole } from './open-console.ts';

openConsole();
