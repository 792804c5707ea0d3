import { withBase } from 'vitepress';
import { h } from 'vue';

/** What an address shows that no page has. */
export const NotFound = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'There is no such page'),
    h('p', 'It may have moved. The search at the top finds everything, also names of keys, events and options.'),
    h('p', h('a', { href: withBase('/start.html') }, 'Start in five minutes')),
  ]);
