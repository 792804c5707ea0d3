import { cleanMemberId, isMemberId } from '../../../contract/member-id.ts';
import { rememberMember } from '../member-store.ts';
import type { OutcomeMessages } from './messages.ts';

/** What the field for a member id does: tidies, checks, remembers and forgets. */
export class MemberEntry {
  readonly #root: ShadowRoot;

  /** `onEdit` is told when the visitor changes the text. */
  constructor(root: ShadowRoot, onEdit: () => void) {
    this.#root = root;
    root.addEventListener('input', (event) => {
      if (event.target !== this.#find('#member')) return;
      if (event instanceof InputEvent && event.inputType === 'insertFromPaste') this.#tidy();
      onEdit();
    });
    root.addEventListener('change', ({ target }) => {
      const wish = this.#find('[type]');
      if (target !== wish) this.#tidy();
      else if (!wish?.checked) rememberMember('');
    });
  }

  /** What is wrong with the text, in words. */
  error({ memberInvalid, missing }: OutcomeMessages): string {
    return this.#find('#member')?.value ? memberInvalid : missing;
  }

  /** The member id, or an empty text where there is none that could be one. Remembers it, if asked to. */
  take(): string {
    const id = this.#tidy();
    if (!isMemberId(id)) return '';
    if (this.#find('[type]')?.checked) rememberMember(id);
    return id;
  }

  focus(): void {
    const input = this.#find('#member');
    input?.focus();
    input?.select();
  }

  #find(selector: string): HTMLInputElement | null {
    return this.#root.querySelector<HTMLInputElement>(selector);
  }

  #tidy(): string {
    const input = this.#find('#member');
    const id = cleanMemberId(input?.value ?? '');
    if (input && input.value !== id) input.value = id;
    return id;
  }
}
