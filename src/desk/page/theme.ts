const KEY = 'rewards-desk-theme';

/** Light or dark as it was chosen here, or else as the system has it. */
export function showTheme(): void {
  const chosen = stored();
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
}

/** Changes between light and dark, for good. */
export function changeTheme(): void {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  dataset['theme'] = (dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, dataset['theme']);
  } catch {
    // It holds until the page is left.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
