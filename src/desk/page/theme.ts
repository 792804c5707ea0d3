import { store, stored } from './stored.ts';

/** Light or dark as it was chosen here, or else as the system has it. */
export function showTheme(): void {
  const chosen = stored('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
}

/** Changes between light and dark, for good. */
export function changeTheme(): void {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  dataset['theme'] = (dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
  store('theme', dataset['theme']);
}
