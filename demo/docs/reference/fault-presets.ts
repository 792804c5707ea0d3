import { FAULT_PRESETS } from '../../../src/emulator/console/fault-presets.ts';
import { code, escaped, table } from './markdown.ts';

/** The fault switches of the emulator's console, and what each is for the control API. */
export function presetsReference(): string {
  return table(
    ['Switch', 'What the proxy sees', 'As JSON'],
    FAULT_PRESETS.map(({ name, what, fault }) => [name, escaped(what), code(JSON.stringify(fault))]),
  );
}
