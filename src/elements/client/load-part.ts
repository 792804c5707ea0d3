/**
 * Loads a part of the script by its `import()`. If that fails, it is loaded once more under another address, because browsers remember a failed
 * import as long as the page is open. The error contains its address.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const part = await load();
    // Vite's `import()` gives nothing for what is lost, on a page that cancels `vite:preloadError`.
    if (!part) throw new Error();
    return part;
  } catch (error) {
    const found = /http\S+/.exec(String(error));
    if (!found) throw error;
    const again: Module = await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ `${found[0]}?${Date.now()}`
    );
    return again;
  }
}
