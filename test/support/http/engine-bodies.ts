/** What bodies lack in some browsers, where a page may be its own proxy. */
export const BODIES_OF_ENGINES = {
  'Firefox, whose requests have no stream': (request: Request) =>
    void Object.defineProperty(request, 'body', { value: undefined }),
  'older WebKit, whose streams cannot be iterated': ({ body }: Request) =>
    void Object.defineProperty(body, Symbol.asyncIterator, { value: undefined }),
};
