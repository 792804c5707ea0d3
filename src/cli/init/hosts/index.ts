/**
 * Where a site can be put, one file each: a `Host`, with the texts of its files and what is typed. May
 * import the templates that they share, and nothing else of the command.
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

export { FUNCTION_CONFIG, isBeside } from './functions.ts';
export type { Host } from './host.ts';
