/**
 * The emulator's console: the community as its administrator sees it, and what goes over the wire. Runs in the browser, on
 * the emulator's own address, and knows no more than the control API tells anybody. Imports lit, `common/` and the emulator's types.
 */
import { render } from 'lit';
import { ControlApi } from './control-api.ts';
import { Model } from './model.ts';
import { consoleView } from './views/console-view.ts';

const model = new Model(new ControlApi(), () => render(consoleView(model), document.body));
model.open();
