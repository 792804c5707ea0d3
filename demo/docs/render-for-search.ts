/** The part of a renderer of pages that is used here. */
interface Renderer {
  options: { highlight?: unknown };
  render(source: string, env: object): string;
}

/**
 * Renders a page for the search. Nobody looks for colours, and to find those of code takes most of the time. The renderer is also that of the
 * pages, which have colours.
 */
export function renderForSearch(source: string, env: object, renderer: Renderer): string {
  const { highlight } = renderer.options;
  renderer.options.highlight = null;
  try {
    return renderer.render(source, env);
  } finally {
    renderer.options.highlight = highlight;
  }
}
