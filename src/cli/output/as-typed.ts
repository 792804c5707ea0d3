const BY_NPM = 'npx rewards ';

/**
 * The text with what is to be typed in the words of the package manager of the project that one is in; as it is, where that cannot be found out. The
 * detector is loaded only where there is something to type.
 */
export async function asTyped(text: string): Promise<string> {
  if (!text.includes(BY_NPM)) return text;
  try {
    const { packageManagerAt } = await import('../init/package-manager.ts');
    const { typed } = await packageManagerAt(process.cwd());
    return text.replaceAll(BY_NPM, typed(BY_NPM));
  } catch {
    return text;
  }
}
