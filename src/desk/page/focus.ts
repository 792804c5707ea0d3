/** A button loses the focus when it is disabled during loading. Returns the focus to it or, if it is gone, to `instead`. */
export function giveFocusBack(
  before: Element | null,
  instead = document.querySelector<HTMLElement>('[data-next]'),
): void {
  if (document.activeElement !== document.body || !(before instanceof HTMLElement) || before === document.body) return;
  const next = before.isConnected ? before : instead;
  next?.focus({ preventScroll: true });
}
