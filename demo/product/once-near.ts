/** How far away something still is, in CSS pixels, when it is got ready. */
const NEAR = 600;

/** Does it once the element comes near to what is seen of the page. */
export function onceNear(element: Element, task: () => void): void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      task();
    },
    { rootMargin: `${NEAR}px` },
  );
  watch.observe(element);
}
