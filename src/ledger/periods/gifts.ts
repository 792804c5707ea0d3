/** The action that gifts stand under: a name that no config can have. */
export const GIFTS = 'gift:by-hand';
