import { OUTSIDE } from './docker.ts';
import { type Host, type Served, webServerStep } from './host.ts';
import { createLedger, DATA, imageFiles, IMAGE_PORT } from './image.ts';
import { fromRoot, upToRoot } from './workspace-paths.ts';

const buildOf = (served: Served) =>
  served.inWorkspace === ''
    ? '.'
    : `\n      context: ${upToRoot(served)}\n      dockerfile: ${JSON.stringify(fromRoot(served, 'Dockerfile'))}`;

const composeFile = (served: Served) => `services:
  rewards:
    build: ${buildOf(served)}
${served.ledger === 'sqlite' ? `    volumes: [ledger:${DATA}]\n` : ''}    env_file: .env
    ports: ['127.0.0.1:${IMAGE_PORT}:${IMAGE_PORT}']
    restart: unless-stopped
    # Long enough for claims in flight to be settled.
    stop_grace_period: 40s
${served.ledger === 'sqlite' ? '\nvolumes:\n  ledger:\n' : ''}`;

/** Docker Compose on a machine of the owner's. */
export const compose: Host = {
  name: 'compose',
  label: 'Docker Compose on a machine of your own, behind a web server with TLS',
  addresses: OUTSIDE,
  keepsFiles: true,
  files: (served) => ({ ...imageFiles(served), 'compose.yaml': composeFile(served) }),
  steps: (served) => [
    'docker compose build',
    `docker compose run --rm rewards ${createLedger(served)}    # once`,
    'docker compose up -d --wait',
    webServerStep(IMAGE_PORT),
  ],
};
