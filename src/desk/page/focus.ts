/** A button is disabled while something loads, and loses the focus by that. It gets it back, or what stands in its place does. */
export function giveFocusBack(
  before: Element | null,
  instead = document.querySelector<HTMLElement>('[data-next]'),
): void {
  if (document.activeElement !== document.body || !(before instanceof HTMLElement) || before === document.body) return;
  const next = before.isConnected ? before : instead;
  next?.focus({ preventScroll: true });
}
