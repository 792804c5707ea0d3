import { OUTSIDE } from './docker.ts';
import { type Host, type Served, webServerStep } from './host.ts';
import { CREATE_LEDGER, DATA, imageFiles, IMAGE_PORT } from './image.ts';

const composeFile = ({ ledger }: Served) => `services:
  rewards:
    build: .
${ledger === 'sqlite' ? `    volumes: [ledger:${DATA}]\n` : ''}    env_file: .env
    ports: ['127.0.0.1:${IMAGE_PORT}:${IMAGE_PORT}']
    restart: unless-stopped
    # Long enough for claims in flight to be settled.
    stop_grace_period: 40s
${ledger === 'sqlite' ? '\nvolumes:\n  ledger:\n' : ''}`;

/** Docker Compose on a machine of the owner's. */
export const compose: Host = {
  name: 'compose',
  label: 'Docker Compose on a machine of your own, behind a web server with TLS',
  addresses: OUTSIDE,
  keepsFiles: true,
  files: (served) => ({ ...imageFiles(served), 'compose.yaml': composeFile(served) }),
  steps: () => [
    'docker compose build',
    `docker compose run --rm rewards ${CREATE_LEDGER}    # once`,
    'docker compose up -d --wait',
    webServerStep(IMAGE_PORT),
  ],
};
