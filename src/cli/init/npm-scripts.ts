import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../contract/guard.ts';
import type { Framework } from './frameworks/index.ts';
import { readManifest } from './read-manifest.ts';
import type { Site } from './site.ts';
import { startCommand } from './start-command.ts';
import type { NewFile } from './write-files.ts';

const MANIFEST = 'package.json';
const PERMISSIONS = 0o777;

/** The scripts that a project gets, and its package.json with them. */
export interface NpmScripts {
  names: readonly string[];
  files: Record<string, NewFile>;
}

const NONE: NpmScripts = { names: [], files: {} };

/**
 * What is typed for the site again and again, as scripts of the folder's package.json. One that is there already stays as it
 * is, and so does a file that is none, or cannot be read.
 */
export async function npmScripts(folder: string, framework: Framework, site: Site): Promise<NpmScripts> {
  const path = join(folder, MANIFEST);
  const there = await lstat(path).catch(() => null);
  if (!there?.isFile()) return NONE;
  const text = await readFile(path, 'utf8');
  const manifest = readManifest(text);
  const scripts = manifest?.['scripts'] ?? {};
  if (!manifest || !isRecord(scripts)) return NONE;
  const added = Object.entries(scriptsOf(framework, site)).filter(([name]) => !Object.hasOwn(scripts, name));
  if (added.length === 0) return NONE;
  const whole = { ...manifest, scripts: { ...scripts, ...Object.fromEntries(added) } };
  return {
    names: added.map(([name]) => name),
    files: { [MANIFEST]: { text: writtenAs(text, whole), mode: there.mode & PERMISSIONS } },
  };
}

/**
 * A framework has a script of its own for its server. npm finds the programs of packages by itself. None is called `rewards`: for pnpm
 * and Yarn, `pnpm rewards doctor` would start it in place of the command.
 */
function scriptsOf(framework: Framework, site: Site): Record<string, string> {
  return {
    ...(framework.project === null && { 'rewards:serve': startCommand(framework, site).replace(/^npx /, '') }),
    'rewards:doctor': 'rewards doctor --env .env',
  };
}

/** As JSON that is laid out as the text was. */
function writtenAs(text: string, manifest: object): string {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const json = `${JSON.stringify(manifest, null, indent)}${text.endsWith('\n') ? '\n' : ''}`;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + (text.includes('\r\n') ? json.replaceAll('\n', '\r\n') : json);
}
