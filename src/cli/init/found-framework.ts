import { type Framework, FRAMEWORKS } from './frameworks/index.ts';
import { standalone } from './frameworks/standalone.ts';
import type { Project } from './project.ts';

const OWN = /^rewards-/;
/** What builds a site, of those that there are no files for: by one of them a project is known for a site that is there already. */
const SITE_BUILDERS = [
  'vite',
  'webpack',
  'parcel',
  '@rsbuild/core',
  '@rspack/core',
  '@angular/core',
  'react-scripts',
  '@vue/cli-service',
  'ember-source',
  'gatsby',
  '@11ty/eleventy',
  '@docusaurus/core',
  'vitepress',
  'vuepress',
  'hexo',
];

/** Whether the project depends on the package by which one of the framework is known. */
export function isMadeWith(framework: Framework, project: Project): boolean {
  const name = framework.project?.package ?? framework.packages.find((one) => !OWN.test(one));
  return name !== undefined && project.dependsOn(name);
}

/**
 * The framework that the project depends on, or what goes beside any site, where something else builds one; null if nothing is known of it.
 * Whole frameworks come before servers that they may use.
 */
export function foundFramework(project: Project): Framework | null {
  const known = FRAMEWORKS.filter((one) => isMadeWith(one, project));
  const builtSite = SITE_BUILDERS.some((name) => project.dependsOn(name)) ? standalone : null;
  return known.find((one) => one.project !== null) ?? known[0] ?? builtSite;
}
