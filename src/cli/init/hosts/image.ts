import type { Served } from './host.ts';

/** The port that the server listens on within the image, unless the host says another. */
export const IMAGE_PORT = 8080;
/** The very version that the tests run on. */
const NODE = '24.21.0';
export const HEALTH = '/rewards/health';
export const DATA = '/data';
/** Makes the ledger, within the image. */
export const CREATE_LEDGER = 'node_modules/.bin/rewards ledger create';

const ASK = `fetch('http://127.0.0.1:' + process.env.PORT + '${HEALTH}')`;
const PROBE = `${ASK}.then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;

/** A container's image of the site, and what is left out of it. */
export function imageFiles({ command, inContainer, ledger, image }: Served): Record<string, string> {
  const inFile = ledger === 'sqlite';
  return {
    Dockerfile: `# Raise the version when Node mends a weakness: nodejs.org/en/blog/vulnerability has them.
FROM node:${NODE}-slim
WORKDIR /app
${image}
${inFile ? `RUN mkdir ${DATA} && chown node ${DATA}\nVOLUME ${DATA}\n` : ''}USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${IMAGE_PORT}${inFile ? ` REWARDS_DB=${DATA}/rewards.db` : ''}
EXPOSE ${IMAGE_PORT}
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "-e", "${PROBE}"]
# The program itself: npx or npm before it would keep the signal to stop from it, and claims in flight would be cut off.
CMD [${[...command, ...inContainer].map((word) => `"${word}"`).join(', ')}]
`,
    '.dockerignore': ['.env', '.git', 'node_modules', 'rewards.db*', ''].join('\n'),
  };
}
