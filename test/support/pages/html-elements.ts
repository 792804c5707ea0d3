import { defaultTreeAdapter, type DefaultTreeAdapterMap } from 'parse5';

export type Element = DefaultTreeAdapterMap['element'];

/** All elements below a node, without those that are not wanted and what is in them. */
export function* elementsIn(
  node: DefaultTreeAdapterMap['parentNode'],
  isWanted: (element: Element) => boolean = () => true,
): Generator<Element> {
  for (const child of defaultTreeAdapter.getChildNodes(node)) {
    if (!defaultTreeAdapter.isElementNode(child) || !isWanted(child)) continue;
    yield child;
    yield* elementsIn(child, isWanted);
  }
}
