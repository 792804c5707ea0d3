import { Content } from 'vitepress';
import { VPHomeContent, VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts';
import { defineComponent, h, onMounted, provide, ref } from 'vue';

/** A check-in as a member sees it after the press. Its script comes once the page is there. */
const LiveWidget = defineComponent(() => {
  onMounted(() => import('./widget.ts'));
  return () => h('rewards-checkin', { action: 'daily', 'member-id': '739204618530271847', 'debug-state': 'granted' });
});

/** VitePress's front page, but that it is a `main`, for those who jump from landmark to landmark. */
export const FrontPage = defineComponent(() => {
  provide('hero-image-slot-exists', ref(true));
  return () =>
    h('main', { class: 'VPHome' }, [
      h(VPHomeHero, null, { 'home-hero-image': () => h(LiveWidget) }),
      h(VPHomeFeatures),
      h(VPHomeContent, null, () => h(Content)),
    ]);
});
