import { type Framework, FRAMEWORKS } from './frameworks/index.ts';
import type { Project } from './project.ts';

const OWN = /^rewards-/;

/** Whether the project depends on the package by which one of the framework is known. */
export function isMadeWith(framework: Framework, project: Project): boolean {
  const name = framework.project?.package ?? framework.packages.find((one) => !OWN.test(one));
  return name !== undefined && project.dependsOn(name);
}

/** The framework that the project depends on; null if it is none that there are files for. Whole frameworks come before servers that they may use. */
export function foundFramework(project: Project): Framework | null {
  const known = FRAMEWORKS.filter((one) => isMadeWith(one, project));
  return known.find((one) => one.project !== null) ?? known[0] ?? null;
}
