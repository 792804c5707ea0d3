/** Notes what the visitor has entered and where they are. The function that it gives enters it in the nodes that are there by then. */
export function noteEntries(root: ShadowRoot): () => void {
  const before = controlsIn(root);
  const entries = before.map((control) => ({
    control,
    focused: control === root.activeElement,
    selection: selectionIn(control),
  }));
  return () => {
    for (const [at, control] of controlsIn(root).entries()) {
      const entry = entries[at];
      if (!entry || entry.control === control) continue;
      enter(control, entry.control);
      if (!entry.focused) continue;
      control.focus();
      if (entry.selection && control instanceof HTMLInputElement) control.setSelectionRange(...entry.selection);
    }
  };
}

const controlsIn = (root: ShadowRoot) => [...root.querySelectorAll<HTMLElement>('input, summary, button')];

/** Undefined where there is no text to select. */
function selectionIn(control: HTMLElement): [start: number, end: number] | undefined {
  if (!(control instanceof HTMLInputElement)) return undefined;
  const { selectionStart, selectionEnd } = control;
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}

function enter(control: HTMLElement, before: HTMLElement): void {
  if (!(control instanceof HTMLInputElement) || !(before instanceof HTMLInputElement)) return;
  if (before.value !== before.defaultValue) control.value = before.value;
  if (before.checked !== before.defaultChecked) control.checked = before.checked;
}
