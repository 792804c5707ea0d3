// What is said, in English, where something is not set up right: of an element that cannot be drawn, no more. Texts by themselves are
// written into every file that needs them, so that none has to be loaded for two lines.
export const SETUP = 'This is not set up right.';
export const OWNER = 'Please tell the owner of this site.';
