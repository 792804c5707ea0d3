import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h } from 'vue';
import mark from '../../header/mark.svg?raw';
import { FrontPage } from './front-page.ts';
import { NotFound } from './not-found.ts';
import { switchColoursAtOnce } from './switch-colours.ts';
import './theme.css';

const theme: Theme = {
  extends: DefaultTheme,
  Layout: defineComponent(() => {
    switchColoursAtOnce();
    return () =>
      h(DefaultTheme.Layout, null, {
        'nav-bar-title-before': () => h('span', { class: 'mark', innerHTML: mark }),
        'not-found': () => h(NotFound),
      });
  }),
  enhanceApp: ({ app }) => {
    app.component('FrontPage', FrontPage);
  },
};

export default theme;
