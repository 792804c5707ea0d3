import { render } from 'lit';
import { ControlApi } from './control-api.ts';
import { Model } from './model.ts';
import { consoleView } from './views/console-view.ts';

/** Draws the console of the emulator at that address; of the page's own where none is given. */
export function openConsole(emulator?: string): void {
  const model = new Model(new ControlApi(emulator), () => render(consoleView(model), document.body));
  model.open();
}
