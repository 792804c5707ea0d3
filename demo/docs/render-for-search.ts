/** The part of a renderer of pages that is used here. */
interface Renderer {
  options: { highlight?: unknown };
  render(source: string, env: object): string;
}

/** Renders a page for the search, by the search's own renderer. Nobody looks for colours, and to find those of code takes most of the time. */
export function renderForSearch(source: string, env: object, renderer: Renderer): string {
  renderer.options.highlight = null;
  return renderer.render(source, env);
}
