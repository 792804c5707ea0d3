/**
 * The kinds of sites that `rewards init` can write, one file for each: a `Framework` with the texts of its files. May import the
 * shared templates, and nothing else of the command.
 */
import { astro } from './astro.ts';
import { bun } from './bun.ts';
import { deno } from './deno.ts';
import { express } from './express.ts';
import type { Framework } from './framework.ts';
import { hono } from './hono.ts';
import { next } from './next.ts';
import { node } from './node.ts';
import { nuxt } from './nuxt.ts';
import { standalone } from './standalone.ts';
import { sveltekit } from './sveltekit.ts';
import { workers } from './workers.ts';

/** By their names, the default first. */
export const FRAMEWORKS: readonly Framework[] = [
  node,
  standalone,
  hono,
  express,
  next,
  sveltekit,
  astro,
  nuxt,
  bun,
  deno,
  workers,
];

export type { Framework } from './framework.ts';
