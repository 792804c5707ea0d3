import { type Framework, FRAMEWORKS } from './frameworks/index.ts';
import type { Project } from './project.ts';

const OWN = /^rewards-/;

/** The package by which a project is known as one of the framework; undefined for what needs none. */
const packageOf = ({ project, packages }: Framework): string | undefined =>
  project?.package ?? packages.find((name) => !OWN.test(name));

/** The framework that the project depends on; null if it is none that there are files for. Whole frameworks come before servers that they may use. */
export function foundFramework(project: Project): Framework | null {
  const known = FRAMEWORKS.filter((one) => {
    const name = packageOf(one);
    return name !== undefined && project.dependsOn(name);
  });
  return known.find((one) => one.project !== null) ?? known[0] ?? null;
}
