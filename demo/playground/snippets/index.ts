/** What is to be copied for the settings, in each language. Imports nothing of a browser: tests compile all of it. */
import type { Facts } from '../facts/facts.ts';
import type { Settings } from '../settings.ts';
import { angularSnippet } from './angular.ts';
import { htmlSnippet } from './html.ts';
import { reactSnippet } from './react.ts';
import { configSnippet } from './rewards-config.ts';
import { svelteSnippet } from './svelte.ts';
import { vueSnippet } from './vue.ts';

export interface Snippet {
  /** How it is called in ids. */
  id: string;
  title: string;
  /** What the file could be called. */
  file: string;
  write: (settings: Settings, facts: Facts) => string;
}

export const SNIPPETS: readonly Snippet[] = [
  { id: 'html', title: 'HTML', file: 'index.html', write: htmlSnippet },
  { id: 'react', title: 'React', file: 'reward.tsx', write: reactSnippet },
  { id: 'vue', title: 'Vue', file: 'Reward.vue', write: vueSnippet },
  { id: 'svelte', title: 'Svelte', file: 'Reward.svelte', write: svelteSnippet },
  { id: 'angular', title: 'Angular', file: 'reward.component.ts', write: angularSnippet },
  { id: 'config', title: 'Proxy', file: 'rewards.config.ts', write: configSnippet },
];
