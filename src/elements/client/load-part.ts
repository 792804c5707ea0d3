/**
 * Loads a part of the script by its `import()`. If that fails, it is loaded once more under another address, because browsers remember a failed
 * import as long as the page is open. The error contains its address.
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
