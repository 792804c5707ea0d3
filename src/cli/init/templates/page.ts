import { markup } from '../literal.ts';
import type { Site } from '../site.ts';

/** The height that the widget will take: nothing moves when its script arrives. */
export const RESERVED_HEIGHT = '12.46875rem';

/** The element's script where the page's own server has it. */
export const LOCAL_SCRIPT = '    <script type="module" src="/elements/rewards-checkin.js"></script>';

/** How a page loads the element, and where the element finds its proxy if that is not on the page's own site. */
export interface PageParts {
  script: string;
  endpoint?: string;
}

/** A whole page with the tag. */
export function page({ action, title }: Site, { script, endpoint }: PageParts): string {
  const where = endpoint === undefined ? '' : `endpoint="${markup(endpoint)}" `;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${markup(title)}</title>
    <link rel="icon" href="data:," />
    <style>
      body {
        max-width: 40rem;
        margin: 0 auto;
        padding: 1rem;
        font-family: system-ui, sans-serif;
      }
      rewards-checkin:not(:defined) {
        display: block;
        min-height: ${RESERVED_HEIGHT};
      }
    </style>
${script}
  </head>
  <body>
    <main>
      <h1>Welcome back</h1>
      <rewards-checkin ${where}action="${markup(action)}"></rewards-checkin>
    </main>
  </body>
</html>
`;
}
