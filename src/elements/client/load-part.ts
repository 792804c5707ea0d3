/**
 * Loads a part of the script, by its `import()`. What could not be fetched is fetched anew under another address: a
 * browser keeps a failed import for as long as the page is open, and names its address in the error.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [address] = /\bhttps?:\S+/.exec(String(error)) ?? [];
    if (!address) throw error;
    const again: Module = await import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ `${address}?${Date.now()}`
    );
    return again;
  }
}
