import { useData, withBase } from 'vitepress';
import type { DefaultTheme } from 'vitepress/theme-without-fonts';
import { defineComponent, h, type PropType } from 'vue';

/**
 * A part of the sidebar: its heading, and links to its pages. VitePress's own makes a button of a heading, which does nothing where
 * a part does not fold, and which may contain no heading. Its links are plain ones: a component for each of the fifty would take its time on a phone.
 */
export default defineComponent({
  inheritAttrs: false,
  props: { item: { type: Object as PropType<DefaultTheme.SidebarItem>, required: true } },
  setup: ({ item }) => {
    const { page } = useData();
    const isHere = (link: string) => `${link.slice(1)}.md` === page.value.relativePath;
    return () =>
      h('section', { class: 'sidebar-part' }, [
        h('h2', item.text),
        item.items?.map(({ text, link = '' }) =>
          h('a', { href: withBase(`${link}.html`), 'aria-current': isHere(link) ? 'page' : undefined }, text),
        ),
      ]);
  },
});
