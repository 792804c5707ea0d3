import { markup } from '../../../src/cli/init/literal.ts';
import type { Facts } from '../facts/facts.ts';
import type { Settings } from '../settings.ts';
import { fetchesToken, styleText, type Tag, tagsOf, tagText } from './tag.ts';

/** A piece of a page that loads the scripts from a CDN. */
export function htmlSnippet(settings: Settings, facts: Facts): string {
  const tags = tagsOf(settings, facts);
  const base = `https://cdn.jsdelivr.net/npm/rewards-elements@${facts.version}/dist`;
  const { theme } = settings;
  const [first] = tags;
  return [
    ...tags.map((tag) => script(tag, base, facts)),
    ...(theme === '' ? [] : [`<link rel="stylesheet" href="${base}/themes/${theme}.css" />`]),
    '',
    ...tags.map(htmlTag),
    ...(fetchesToken(settings) ? ['', tokenScript(first?.name ?? '')] : []),
  ].join('\n');
}

/** The tag as it stands in HTML. Braces are written as entities, so that templates of frameworks take it as well. */
function htmlTag(tag: Tag): string {
  return tagText(tag.name, htmlAttributes(tag));
}

export function htmlAttributes(tag: Tag): string[] {
  const style = tag.styles.length > 0 ? [`style="${markup(styleText(tag))}"`] : [];
  const attributes = tag.attributes.map(([name, value]) => (value === true ? name : `${name}="${markup(value)}"`));
  return [...attributes, ...style];
}

function script({ name }: Tag, base: string, { integrity }: Facts): string {
  const file = `${name}.js`;
  const hash = integrity[file];
  const pinned = hash === undefined ? [] : [`integrity="${hash}"`, 'crossorigin="anonymous"'];
  return tagText('script', ['type="module"', `src="${base}/cdn/${file}"`, ...pinned]);
}

function tokenScript(name: string): string {
  return `<script type="module">
  // Your server signs a token for the person who is signed in: see signMemberToken.
  document.querySelector('${name}').getMemberToken = async () => (await fetch('/member-token', { method: 'POST' })).text();
</script>`;
}
