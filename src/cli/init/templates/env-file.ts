import { EMULATOR_URL } from '../../emulate.ts';
import type { Site } from '../site.ts';

/** `.env`, with all that a first run needs. */
export function envFile(site: Site): string {
  return `# Secrets: .gitignore keeps this file out of version control.

${variables(site)}`;
}

/** `.env.example`, or what stands in its place. */
export function envExample(site: Site): string {
  return `# Copy this file to .env, and keep that one out of version control.

${variables(site)}`;
}

function variables({ apiKey, env, typed }: Site): string {
  return typed(`# The emulator on this machine, which is started with
#   npx rewards emulate --api-key ${apiKey}
REWARDS_BASE_URL=${EMULATOR_URL}
REWARDS_API_KEY=${apiKey}

# The real service, in place of the two above: its address, and the key that
# /api-key create makes in your community.
# REWARDS_BASE_URL=https://
# REWARDS_API_KEY=
${env}`);
}
