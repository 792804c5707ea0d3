/** What was pressed can't be while something loads, and has lost the focus by that: it has it again, or what stands there instead. */
export function giveFocusBack(
  before: Element | null,
  instead = document.querySelector<HTMLElement>('[data-next]'),
): void {
  if (document.activeElement !== document.body || !(before instanceof HTMLElement) || before === document.body) return;
  const next = before.isConnected ? before : instead;
  next?.focus({ preventScroll: true });
}
