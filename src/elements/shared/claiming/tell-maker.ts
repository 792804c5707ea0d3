/** Tells the page's author, on the console, what keeps it from the proxy: visitors cannot mend that. */
export function tellMaker(): void {
  const mend =
    origin === 'null'
      ? 'this page has no origin of its own. Open it from a web server, not as a file or in a sandboxed frame.'
      : `add '${origin}' to origins in the proxy's config, and start the proxy again.`;
  // oxlint-disable-next-line no-console -- it is meant for the console
  console.error(`rewards-elements: ${mend}`);
}
