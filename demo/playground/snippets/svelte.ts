import type { Facts } from '../facts/facts.ts';
import type { Settings } from '../settings.ts';
import { htmlAttributes } from './html.ts';
import { fetchesToken, imports, type Tag, tagsOf, tagText } from './tag.ts';

/** A component of Svelte 5. */
export function svelteSnippet(settings: Settings, facts: Facts): string {
  const tags = tagsOf(settings, facts);
  const token = fetchesToken(settings);
  const className = tags[0]?.facts.className ?? '';
  const attributes = (tag: Tag) => [
    ...htmlAttributes(tag),
    ...(token ? ['{@attach signIn}'] : []),
    ...(tag.facts.events.some(({ name }) => name === 'rewards-granted') ? ['onrewards-granted={granted}'] : []),
  ];
  return [
    '<script lang="ts">',
    `  import type { ${[...(token ? [className] : []), 'RewardsGrantedEvent'].join(', ')} } from 'rewards-elements/elements';`,
    ...imports(tags, settings.theme).map((line) => `  ${line}`),
    '',
    ...(token
      ? [
          `  const signIn = (widget: ${className}) => {`,
          "    widget.getMemberToken = async () => (await fetch('/member-token', { method: 'POST' })).text();",
          '  };',
        ]
      : []),
    '  const granted = ({ detail }: RewardsGrantedEvent) => console.log(detail.grants);',
    '</script>',
    '',
    ...tags.map((tag) => tagText(tag.name, attributes(tag))),
  ].join('\n');
}
