/** Any element that has a field for a member's id. One that claims can be reset. */
export interface MemberAsking extends HTMLElement {
  reset?: () => void;
  readonly updateComplete: Promise<boolean>;
}

/**
 * Types a member id into the widget, as a visitor would who has copied it, and puts it on the clipboard where that is
 * allowed. A result is put away first, and who is known asked for anew.
 */
export async function enterMemberId(widget: MemberAsking, id: string): Promise<void> {
  await navigator.clipboard?.writeText(id).catch(() => undefined);
  widget.scrollIntoView({ block: 'nearest' });
  const inside = widget.shadowRoot;
  if (inside?.querySelector('[part=answer]')) {
    widget.reset?.();
    await loaded(widget);
  }
  inside?.querySelector<HTMLElement>('[part~=change]')?.click();
  await widget.updateComplete;
  const input = inside?.querySelector<HTMLInputElement>('[part~=input]');
  if (!input) return;
  input.value = id;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  input.focus();
}

async function loaded(widget: MemberAsking): Promise<void> {
  await widget.updateComplete;
  while (widget.matches(':state(loading)')) await new Promise(requestAnimationFrame);
}
