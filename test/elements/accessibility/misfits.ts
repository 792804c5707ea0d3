const selectorOf = (parts: string) =>
  parts
    .split(' ')
    .map((name) => `[part~='${name}']`)
    .join();

/** What is used in a widget. */
export const CONTROLS = selectorOf('input choice remember help-summary button retry change');
/** What is read or used in a widget. None of it contains another. */
const CONTENT = `${CONTROLS}, ${selectorOf('title grant description streak-text fact member label hint error message heading text countdown reference')}`;

/** What of a widget is on show. */
export function seen(element: Element, selector: string): HTMLElement[] {
  return Array.from(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []).filter(
    (node) =>
      node.checkVisibility({ visibilityProperty: true }) &&
      node.offsetWidth > 0 &&
      // The message of the compact look is for the ear.
      getComputedStyle(node).clipPath === 'none',
  );
}

export const nameOf = (node: Element) => node.getAttribute('part');

/** What is cut, covered or sticks out of the card. */
export function misfits(element: Element): string[] {
  const bounds = element.shadowRoot?.querySelector('[part=card]')?.getBoundingClientRect();
  if (!bounds) throw new Error('There is no widget.');
  const nodes = seen(element, CONTENT);
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
      ...(node.scrollWidth > node.offsetWidth + 1 ? [`${nameOf(node)} is cut`] : []),
      ...covered.map((other) => `${nameOf(node)} and ${nameOf(other)} cover each other`),
    ];
  });
}
