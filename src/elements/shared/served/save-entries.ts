/** Controls that have a state worth keeping: a value, an open popover, or the focus. */
const CONTROLS = 'input, select, textarea, button, [popover]';

/** The saved state of one control. */
interface Entry {
  value?: string | undefined;
  checked?: boolean | undefined;
  open?: boolean | undefined;
  focused: boolean;
  selection?: [start: number, end: number] | undefined;
}

/**
 * Saves what the visitor has entered and opened, and the focus. The returned function restores it in the controls that are in the root
 * then, matched by tag, id and part.
 */
export function saveEntries(root: ShadowRoot): () => void {
  const entries = new Map(controlsIn(root).map((control) => [nameOf(control), entryIn(control, root)]));
  return () => {
    for (const control of controlsIn(root)) {
      const entry = entries.get(nameOf(control));
      if (entry) enter(control, entry);
    }
  };
}

const controlsIn = (root: ShadowRoot) => [...root.querySelectorAll<HTMLElement>(CONTROLS)];

/** Identifies a control across renders. */
const nameOf = (control: Element) => [control.localName, control.id, control.getAttribute('part')].join(' ');

function entryIn(control: HTMLElement, root: ShadowRoot): Entry {
  const focused = control === root.activeElement;
  if (control.popover) return { focused, open: control.matches(':popover-open') };
  if (!(control instanceof HTMLInputElement)) return { focused };
  const { value, defaultValue, checked, defaultChecked } = control;
  return {
    focused,
    value: value === defaultValue ? undefined : value,
    checked: checked === defaultChecked ? undefined : checked,
    selection: selectionIn(control),
  };
}

/** Undefined if the control has no text that can be selected. */
function selectionIn({ selectionStart, selectionEnd }: HTMLInputElement): Entry['selection'] {
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}

function enter(control: HTMLElement, { value, checked, open, focused, selection }: Entry): void {
  if (open) control.showPopover();
  if (control instanceof HTMLInputElement) {
    control.value = value ?? control.value;
    control.checked = checked ?? control.checked;
  }
  if (!focused) return;
  control.focus({ preventScroll: true });
  if (selection && control instanceof HTMLInputElement) control.setSelectionRange(...selection);
}
