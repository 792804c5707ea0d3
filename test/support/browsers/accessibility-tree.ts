import type { TestRunnerPlugin } from '@web/test-runner';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';

/** A page that tells what assistive technology is told of it, which the test runner has no command for. */
export interface TellsTree {
  /** The accessibility tree, a line for each node, indented by its depth. */
  accessibilityTree(): Promise<string[]>;
}

type Node = Protocol.Accessibility.AXNode;

/** Nodes of which nobody is told by themselves. */
const SILENT = new Set([
  'RootWebArea',
  'none',
  'generic',
  'sectionheader',
  'paragraph',
  'InlineTextBox',
  'LabelText',
  'ListMarker',
]);
/** What is worth a word beside role and name, where it is not what it usually is. */
const NOTED = new Set(['live', 'atomic', 'busy', 'disabled', 'invalid', 'checked', 'expanded', 'required']);

/** One node in a line: its role, its name or text, and what else is said of it. */
function describeNode({ role, name, description, properties = [] }: Node): string {
  const notes = properties
    .filter((property) => NOTED.has(property.name))
    .filter(({ value: { value: noted } }) => noted !== false && noted !== 'false')
    .map(({ name: noted, value: { value } }) => `${noted}=${value}`);
  const named = name?.value ? [JSON.stringify(name.value)] : [];
  const described = description?.value ? [`(${description.value})`] : [];
  return [role?.value === 'StaticText' ? 'text' : role?.value, ...named, ...described, ...notes.toSorted()].join(' ');
}

/** `said` is the name of what the node is in: the texts that give it are told along with that. */
function outline(node: Node, nodes: ReadonlyMap<string, Node>, depth = 0, said = ''): string[] {
  const { childIds = [], ignored, name, role } = node;
  if (role?.value === 'StaticText' && name?.value === said) return [];
  const children = childIds.flatMap((id) => nodes.get(id) ?? []);
  if (ignored || SILENT.has(String(role?.value))) {
    return children.flatMap((child) => outline(child, nodes, depth, said));
  }
  const line = '  '.repeat(depth) + describeNode(node);
  return [line, ...children.flatMap((child) => outline(child, nodes, depth + 1, String(name?.value ?? '')))];
}

/** Has Chromium tell its tree. */
export function withAccessibilityTree<P extends Page>(page: P, client: CDPSession): P & TellsTree {
  return Object.assign(page, {
    async accessibilityTree() {
      const { nodes } = await client.send('Accessibility.getFullAXTree');
      const [root] = nodes;
      return root ? outline(root, new Map(nodes.map((node) => [node.nodeId, node]))) : [];
    },
  });
}

/** The command `accessibility-tree`, which only Chromium has. */
export const accessibilityTree: TestRunnerPlugin = {
  name: 'accessibility-tree',
  async executeCommand({ command, session }) {
    if (command !== 'accessibility-tree') return undefined;
    const browser = session.browser as { getPage?(sessionId: string): Partial<TellsTree> };
    const page = browser.getPage?.(session.id);
    if (!page?.accessibilityTree) throw new Error('This engine does not tell its accessibility tree.');
    return page.accessibilityTree();
  },
};
