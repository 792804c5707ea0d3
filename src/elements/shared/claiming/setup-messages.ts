// The English text for a wrong setup, of an element that cannot be drawn. Texts of this length are copied into every file that needs them, so that
// nothing has to be loaded for two lines.
export const SETUP = 'This is not set up right.';
export const OWNER = 'Please tell the owner of this site.';
