import { config } from 'zod/mini';

// Pages allow no code made of text, and a browser complains of the attempt. To be run before any schema is made.
config({ jitless: true });
