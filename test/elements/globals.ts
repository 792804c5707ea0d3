/** Names that the elements' script, and Lit in it, look for among the globals, where elements are found by their ids as well. */
export const GLOBALS = [
  'rewardsMember',
  'rewardsMessages',
  'rewards-elements',
  'turnstile',
  'hcaptcha',
  'trustedTypes',
  'ShadyCSS',
  'litNonce',
  'litPropertyMetadata',
  'litHtmlVersions',
  'litElementVersions',
  'reactiveElementVersions',
  'litHtmlPolyfillSupport',
  'litElementPolyfillSupport',
  'reactiveElementPolyfillSupport',
  'litElementHydrateSupport',
];
