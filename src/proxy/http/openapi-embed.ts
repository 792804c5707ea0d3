import { ACTION } from './openapi-claims.ts';
import { headerRefs, type Json, pathParameter, problems } from './openapi-parts.ts';
import { PAGE, pages } from './openapi-sign-in.ts';

/** The paths for frames. If the config has no `embed`, they answer `not-found`. */
export function embedPaths(base: string): Json {
  return {
    [`${base}/embed/{action}`]: { parameters: [ACTION], get: showFrame() },
    [`${base}/embed.js`]: { get: showScript() },
    [`${base}/elements/{version}/{path}`]: {
      parameters: [
        pathParameter('version', 'What the pages for frames have there: it stands for the content of all files.'),
        pathParameter(
          'path',
          'The file, by its path within the folder `dist/` of rewards-elements: it has slashes in it.',
        ),
      ],
      get: showFile(),
    },
  };
}

const QUERY: Readonly<Record<string, string>> = {
  lang: 'The language, as a tag.',
  theme: 'One of the themes of the package, such as `ocean`.',
  scheme: '`light` or `dark`; as the visitor’s system is, if left out.',
};

function showFrame(): Json {
  return {
    operationId: 'getFrame',
    tags: ['frames'],
    summary: 'A page with the widget of an action, for a frame on one of the sites of `origins`',
    description:
      "A member's token stands in the fragment, as `#token=…`. Actions that ask for a sign-in or a session are `not-found` here.",
    parameters: Object.entries(QUERY).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: { type: 'string' },
    })),
    responses: {
      200: { description: 'The page.', headers: headerRefs(), content: PAGE },
      ...pages('unknown-action', 'not-found'),
    },
  };
}

const JAVASCRIPT: Json = { 'text/javascript': { schema: { type: 'string' } } };

function showScript(): Json {
  return {
    operationId: 'getFrameScript',
    tags: ['frames'],
    summary: 'A script for the page around frames, which lets them have the height that they need',
    description:
      'It hears frames of this proxy alone. Where a page can have no script, the frame keeps the height that it was given.',
    responses: {
      200: { description: 'The script.', headers: headerRefs(), content: JAVASCRIPT },
      ...problems('not-found'),
    },
  };
}

function showFile(): Json {
  const content = { ...JAVASCRIPT, 'text/css': { schema: { type: 'string' } } };
  return {
    operationId: 'getElementFile',
    tags: ['frames'],
    summary: 'A file of the elements, for pages in frames',
    description: 'Its address has another `version` as soon as one of the files is another, so it may be kept.',
    responses: {
      200: { description: 'The file, to be kept for a year.', headers: headerRefs(), content },
      ...problems('not-found'),
    },
  };
}
