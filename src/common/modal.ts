/** Opens a dialog that Lit hands over, which is not in the page yet then. */
export function showModal(element: Element | undefined): void {
  if (!(element instanceof HTMLDialogElement)) return;
  queueMicrotask(() => {
    if (element.isConnected && !element.open) element.showModal();
  });
}

/** Closes the dialog that the event is in, which gives the focus back to where it was opened. */
export function closeModal({ target }: Event): void {
  if (target instanceof Element) target.closest('dialog')?.close();
}
