import { literal } from '../../../src/cli/init/literal.ts';
import { configFor } from '../config.ts';
import type { Settings } from '../settings.ts';

const WIDTH = 100;

/** `rewards.config.ts`. */
export function configSnippet(settings: Settings): string {
  const written = write({ ...configFor(settings), actions: undefined }, '');
  const actions = write(configFor(settings).actions, '  ');
  const member =
    settings.trust === 'session'
      ? '  identity: {\n    // The id of the person who is signed in on your app, or null.\n    session: async (request) => (await sessionOf(request))?.memberId ?? null,\n  },\n'
      : '';
  const session = settings.trust === 'session' ? "import { sessionOf } from './your-app/session.ts';\n" : '';
  return `import { defineConfig, env } from 'rewards-proxy';
${session}
export default defineConfig({
${inside(written)}${member}  actions: ${actions},
});`;
}

/** The lines between the braces of an object that is written on several. */
function inside(object: string): string {
  return object.split('\n').slice(1, -1).join('\n') + '\n';
}

/** A value as it stands in TypeScript, and a reference to the environment as a call of `env`. */
function write(value: unknown, indent: string): string {
  if (typeof value === 'string') return literal(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 1 && 'env' in value) return `env(${literal(String(value.env))})`;
  const deeper = `${indent}  `;
  const parts = entries.map(([name, item]) => `${key(name)}: ${write(item, deeper)}`);
  const line = `{ ${parts.join(', ')} }`;
  const nested = entries.some(([, item]) => isSection(item));
  if (indent !== '' && !nested && line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return `{\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}}`;
}

function isSection(item: unknown): boolean {
  return typeof item === 'object' && item !== null && !Array.isArray(item) && !('env' in item);
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : literal(name);
}
