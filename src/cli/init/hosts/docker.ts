import { type Host, webServerStep } from './host.ts';
import { createLedger, DATA, imageFiles, IMAGE_PORT } from './image.ts';
import { upToRoot } from './workspace-paths.ts';

const RUN = '--env-file .env';

/** How the proxy learns whose a request is where a web server outside the container asks for all. */
export const OUTSIDE = `  // The web server outside the container, whose X-Forwarded-For names the visitor. For other hosts see the documentation (Deploy).
  trustedProxies: ['172.16.0.0/12'],
`;

/** An image that any host of containers runs. */
export const docker: Host = {
  name: 'docker',
  label: 'an image for a container, behind a web server with TLS',
  addresses: OUTSIDE,
  keepsFiles: true,
  files: imageFiles,
  steps: (served) => {
    const { ledger, inWorkspace } = served;
    const volume = ledger === 'sqlite' ? `-v rewards:${DATA} ` : '';
    return [
      `docker build -t rewards ${inWorkspace === '' ? '' : '-f Dockerfile '}${upToRoot(served)}`,
      `docker run --rm ${volume}${RUN} rewards ${createLedger(served)}    # once`,
      `docker run -d --restart unless-stopped --stop-timeout 40 -p 127.0.0.1:${IMAGE_PORT}:${IMAGE_PORT} ${volume}${RUN} rewards`,
      webServerStep(IMAGE_PORT),
    ];
  },
};
