/** Widgets that wear ready-made themes, brought into the page once it has nothing else to do. */
import '../../src/elements/role/role.define.ts';
import '../../src/elements/signup/signup.define.ts';

const THEMES = import.meta.glob<string>('../../src/elements/themes/{paper,ember,midnight}.css', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Puts what the templates hold in their place, each dressed in the theme that its figure is named for. */
export function dressLooks(templates: Iterable<HTMLTemplateElement>): void {
  const sheet = new CSSStyleSheet();
  const scoped = Object.entries(THEMES).map(([path, theme]) => `.look.${nameOf(path)} { ${theme} }`);
  sheet.replaceSync(scoped.join(''));
  document.adoptedStyleSheets.push(sheet);
  for (const template of templates) template.replaceWith(document.importNode(template.content, true));
}

function nameOf(path: string): string {
  return path.replace(/^.*\/|\.css$/g, '');
}
