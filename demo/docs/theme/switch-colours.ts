import { useData } from 'vitepress';
import { nextTick, watch } from 'vue';

/**
 * Changes the colours of a page at once, without the transitions that they have elsewhere. VitePress has a switch for that, which styles the
 * whole page twice when it has just come and nothing changes: on a phone that takes longer than all else the script does then.
 */
export function switchColoursAtOnce(): void {
  const { isDark } = useData();
  watch(
    isDark,
    async () => {
      const still = document.createElement('style');
      still.textContent = '*, ::before, ::after { transition: none !important }';
      document.head.append(still);
      await nextTick();
      // Reading a style has it take effect.
      void getComputedStyle(still).opacity;
      still.remove();
    },
    { flush: 'sync' },
  );
}
