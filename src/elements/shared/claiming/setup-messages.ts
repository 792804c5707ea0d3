/** What is said, in English, where something is not set up right: of an element that cannot be drawn, no more. */
export const setupEnglish = {
  setup: 'This is not set up right.',
  owner: 'Please tell the owner of this site.',
};
