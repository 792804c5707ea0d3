/** The console as a page of the static site: the emulator's own page, in front of the community in this page. */
import '../../src/emulator/console/styles/base.css';
import '../../src/emulator/console/styles/layout.css';
import '../../src/emulator/console/styles/chat.css';
import '../../src/emulator/console/styles/members.css';
import '../../src/emulator/console/styles/panels.css';
import '../styles/console.css';
import { openConsole } from '../../src/emulator/console/open-console.ts';
import { IN_PAGE } from '../in-page/addresses.ts';

openConsole(IN_PAGE.emulator);
