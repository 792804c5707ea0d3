/** Lets the page draw, and answer whoever uses it, before long work goes on. */
export function breath(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
