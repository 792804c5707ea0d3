const SHOWN_MS = 1600;

/** Has each button copy the text of the element whose id is its value, and say for a moment that it did. */
export function offerCopies(buttons: Iterable<HTMLButtonElement>): void {
  for (const button of buttons) {
    const label = button.textContent;
    let reverting: ReturnType<typeof setTimeout> | undefined;
    const copy = async (): Promise<void> => {
      const source = document.getElementById(button.value);
      if (!source) return;
      button.textContent = await copied(source);
      clearTimeout(reverting);
      reverting = setTimeout(() => (button.textContent = label), SHOWN_MS);
    };
    button.addEventListener('click', () => void copy());
  }
}

/** Where the clipboard is not to be written, the text is selected, so that the visitor can. */
async function copied(source: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return 'Copied';
  } catch {
    getSelection()?.selectAllChildren(source);
    return 'Selected';
  }
}
