import type { Facts } from '../facts/facts.ts';
import type { Settings } from '../settings.ts';
import { htmlAttributes } from './html.ts';
import { fetchesToken, imports, type Tag, tagsOf, tagText } from './tag.ts';

/** A single-file component of Vue 3. */
export function vueSnippet(settings: Settings, facts: Facts): string {
  const tags = tagsOf(settings, facts);
  const token = fetchesToken(settings);
  const attributes = (tag: Tag) => [
    ...htmlAttributes(tag),
    ...(token ? [':getMemberToken.prop="memberToken"'] : []),
    ...(tag.facts.events.some(({ name }) => name === 'rewards-granted') ? ['@rewards-granted="granted"'] : []),
  ];
  return [
    '<script setup lang="ts">',
    "import type { RewardsGrantedEvent } from 'rewards-elements/elements';",
    ...imports(tags, settings.theme),
    '',
    ...(token ? ["const memberToken = async () => (await fetch('/member-token', { method: 'POST' })).text();"] : []),
    'const granted = ({ detail }: RewardsGrantedEvent) => console.log(detail.grants);',
    '</script>',
    '',
    '<template>',
    ...tags.map((tag) => tagText(tag.name, attributes(tag), { indent: '  ', selfClosing: true })),
    '</template>',
    '',
    "<!-- vite.config.ts: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('rewards-') } } }) -->",
  ].join('\n');
}
