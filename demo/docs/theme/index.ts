import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h, onMounted } from 'vue';
import './theme.css';

/** A check-in as a member sees it after the press. Its script comes once the page is there. */
const LiveWidget = defineComponent(() => {
  onMounted(() => import('./widget.ts'));
  return () => h('rewards-checkin', { action: 'daily', 'member-id': '739204618530271847', 'debug-state': 'granted' });
});

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(LiveWidget) }),
};

export default theme;
