import { MemberEntry } from '../shared/claiming/member-entry.ts';

/**
 * The entry of a field that has no live region next to it: the line below it is a live region while the visitor types or continues. When the visitor
 * comes to the field, a screen reader reads that line with the field's name, and would otherwise read it twice.
 */
export class SpokenEntry extends MemberEntry {
  constructor(...[root, onEdit]: ConstructorParameters<typeof MemberEntry>) {
    super(root, onEdit);
    const [field, line] = ['#member', '#hint'].map((id) => root.querySelector<HTMLElement>(id));
    // A live region that is added together with its text is not spoken.
    if (line) line.style.display = 'block';
    for (const [type, how] of [
      ['focus', 'off'],
      ['input', 'polite'],
      // Some tools that fill in fields only fire `change`, and a window that comes back sets the focus again.
      ['change', 'polite'],
    ] as const) {
      field?.addEventListener(type, () => line?.setAttribute('aria-live', how));
    }
  }
}
