/** Lets the page draw, and answer its visitor, before long work goes on. */
export function breath(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
