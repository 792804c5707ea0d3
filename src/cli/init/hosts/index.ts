/**
 * The hosts that `rewards init --host` knows, one file for each: a `Host` with the texts of its files and the commands to type. May
 * import the shared templates, and nothing else of the command.
 */
import { compose } from './compose.ts';
import { docker } from './docker.ts';
import { fly } from './fly.ts';
import type { Host } from './host.ts';
import { lambda } from './lambda.ts';
import { netlify } from './netlify.ts';
import { railway } from './railway.ts';
import { render } from './render.ts';
import { systemd } from './systemd.ts';
import { vercel } from './vercel.ts';
import { workers } from './workers.ts';

/** By their names. */
export const HOSTS: readonly Host[] = [
  docker,
  compose,
  systemd,
  fly,
  render,
  railway,
  workers,
  vercel,
  netlify,
  lambda,
];

export { isBeside } from './functions.ts';
export type { Host } from './host.ts';
