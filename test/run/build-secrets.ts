/** What no built file may have in it. */
export const CANARY = 'canary-key-of-the-building-machine';

/** What is secret where the package is built, under the names that a careless build could take in. */
export const BUILD_SECRETS: Readonly<Record<string, string>> = Object.fromEntries(
  ['REWARDS_API_KEY', 'REWARDS_TOKEN_SECRET', 'REWARDS_BASE_URL', 'VITE_REWARDS_API_KEY', 'API_KEY'].map((name) => [
    name,
    CANARY,
  ]),
);

/** Set where this run has made `dist`, among those secrets. */
export const BUILT_AMONG_SECRETS = 'TEST_BUILT_AMONG_SECRETS';
