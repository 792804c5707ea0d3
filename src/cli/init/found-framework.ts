import { type Framework, FRAMEWORKS } from './frameworks/index.ts';
import { standalone } from './frameworks/standalone.ts';
import type { Project } from './project.ts';

const OWN = /^rewards-/;
/** What builds sites, of what there are no files for: by one of them a project is known for a site that is there already. */
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
/** The same for sites without packages. */
const SITE_FILES = ['index.html', 'hugo.toml', 'hugo.yaml', '_config.yml', 'mkdocs.yml'];
/** Its page is ours, where this is beside it. */
const OWN_SERVER = 'server.ts';

/** Whether the project depends on the package by which one of the framework is known. */
export function isMadeWith(framework: Framework, project: Project): boolean {
  const name = framework.project?.package ?? framework.packages.find((one) => !OWN.test(one));
  return name !== undefined && project.dependsOn(name);
}

/**
 * The framework that the project depends on, or what goes beside any site, where there is one of another kind; null if nothing is known of it.
 * Whole frameworks come before servers that they may use.
 */
export function foundFramework(project: Project): Framework | null {
  const known = FRAMEWORKS.filter((one) => isMadeWith(one, project));
  return known.find((one) => one.project !== null) ?? known[0] ?? (isOtherSite(project) ? standalone : null);
}

const isOtherSite = (project: Project): boolean =>
  isBuilt(project) || (SITE_FILES.some((name) => project.has(name)) && !project.has(OWN_SERVER));

const isBuilt = (project: Project): boolean => SITE_BUILDERS.some((name) => project.dependsOn(name));

/** Whether the folder may be what a web server sends to everybody, file by file. */
export const isWebRoot = (project: Project): boolean => project.has('index.html') && !isBuilt(project);
