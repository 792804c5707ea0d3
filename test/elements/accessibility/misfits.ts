import { hasPart } from '../widget.ts';

const selectorOf = (parts: string) =>
  parts
    .split(' ')
    .map((name) => `[part~='${name}']`)
    .join();

/** What is used in a widget. */
export const CONTROLS = selectorOf('input choice remember help-summary button change more pill wallet');
/** What is read or used in a widget. Labels lie in their fields, and what a claim is about is one text. */
const CONTENT = `${CONTROLS}, header [part~=grant], [part=note] [part=description], [part=answer] [part=heading], ${selectorOf('title about days member hint text countdown')}`;

/** What of a widget is on show. */
export function seen(element: Element, selector: string): HTMLElement[] {
  return Array.from(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []).filter(
    (node) =>
      node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      node.offsetWidth > 0 &&
      // What is for the ear alone.
      !node.closest(
        '[part=result]:not(:has([part=answer], [part=text])), [part=message], .unseen, form:not(.known) [part=remember] ~ [part=note]',
      ),
  );
}

export const nameOf = (node: Element) => node.getAttribute('part') ?? node.localName;

/** Whether what is beyond its edge is not drawn. High letters may reach beyond those of their line, and are. */
const clips = (node: Element) => getComputedStyle(node).overflowY !== 'visible';

/** What is cut, covered or sticks out of the card. */
export function misfits(element: Element): string[] {
  const card = element.shadowRoot?.querySelector('[part=card]');
  if (!card) throw new Error('There is no widget.');
  const pill = element.hasAttribute('compact') ? seen(element, '[part=pill], [part=pill] > span') : [];
  const isSeen = (node: Element) => getComputedStyle(node).clipPath === 'none';
  const bounds = (pill.length > 0 ? element : card).getBoundingClientRect();
  const nodes = pill.length > 0 ? pill.slice(1).filter(isSeen) : seen(element, CONTENT);
  return nodes.flatMap((node, at) => {
    const box = node.getBoundingClientRect();
    const out =
      box.left < bounds.left - 1 ||
      box.right > bounds.right + 1 ||
      box.top < bounds.top - 1 ||
      box.bottom > bounds.bottom + 1;
    const covered = nodes.slice(at + 1).filter((other) => {
      const there = other.getBoundingClientRect();
      const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
      const down = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
      return across > 1 && down > 1;
    });
    return [
      ...(out ? [`${nameOf(node)} sticks out`] : []),
      ...(pill.length > 0 && clips(node) && node.scrollHeight > node.offsetHeight + 1
        ? [`${nameOf(node)} is cut below`]
        : []),
      ...(node.scrollWidth > node.offsetWidth + 1 && nameOf(node) !== 'text' ? [`${nameOf(node)} is cut`] : []),
      // What of a text is too long stands in the details.
      ...(nameOf(node) === 'text' && node.scrollHeight > node.clientHeight * 1.2 && !hasPart(element, 'more')
        ? ['text is cut, and has no details']
        : []),
      ...covered.map((other) => `${nameOf(node)} and ${nameOf(other)} cover each other`),
    ];
  });
}
