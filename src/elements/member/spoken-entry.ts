import { MemberEntry } from '../shared/claiming/member-entry.ts';

/**
 * The entry of a field that has no live region beside it: the line below it is one as long as the visitor is typing, or goes on. Who comes to the
 * field hears that line with its name, and would hear it twice.
 */
export class SpokenEntry extends MemberEntry {
  constructor(...[root, onEdit]: ConstructorParameters<typeof MemberEntry>) {
    super(root, onEdit);
    const [field, line] = ['#member', '#hint'].map((id) => root.querySelector<HTMLElement>(id));
    // A live region that comes with its text is not spoken.
    if (line) line.style.display = 'block';
    for (const [type, how] of [
      ['focus', 'off'],
      ['input', 'polite'],
      // What fills fields in may tell of it by this alone, and a window that comes back gives the focus anew.
      ['change', 'polite'],
    ] as const) {
      field?.addEventListener(type, () => line?.setAttribute('aria-live', how));
    }
  }
}
