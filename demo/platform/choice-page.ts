import { html } from 'hono/html';
import type { PlatformMember } from './platform.ts';

/** Where a visitor says who they are. Choosing is all it takes: it is a demo. */
export async function choicePage(
  action: string,
  community: string,
  members: readonly PlatformMember[],
): Promise<string> {
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Sign in with ${community}</title>
        <style>
          :root {
            color-scheme: light dark;
            --accent: light-dark(#0d5a6b, #86d0de);
            --line: light-dark(#dfd9cd, #283641);
            background: light-dark(#f7f4ee, #0e161d);
            color: light-dark(#1b2a33, #e7eef2);
            font:
              1rem/1.5 system-ui,
              sans-serif;
          }
          main {
            max-width: 24rem;
            margin: 0 auto;
            padding: 2rem 1rem;
          }
          svg {
            display: block;
            inline-size: 3.5rem;
            border-radius: 1rem;
            background: #12303d;
          }
          h1 {
            margin: 1rem 0 0;
            font:
              600 1.75rem/1.2 ui-serif,
              'Iowan Old Style',
              Palatino,
              Georgia,
              serif;
          }
          form {
            display: grid;
            gap: 0.5rem;
            margin-block: 1.25rem;
          }
          button {
            display: flex;
            gap: 0.75rem;
            justify-content: space-between;
            min-block-size: 44px;
            padding: 0.5rem 1rem;
            border: 1px solid var(--line);
            border-radius: 0.625rem;
            background: light-dark(#fff, #17222c);
            color: inherit;
            font: inherit;
            font-weight: 600;
            text-align: start;
          }
          button:hover {
            border-color: var(--accent);
          }
          button span {
            color: light-dark(#4c5d67, #a9bac5);
            font-weight: 400;
            font-variant-numeric: tabular-nums;
          }
          [value=''] {
            justify-content: center;
            border-color: transparent;
            background: none;
            color: var(--accent);
          }
          :focus-visible {
            outline: 2px solid var(--accent);
            outline-offset: 2px;
          }
        </style>
      </head>
      <body>
        <main>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path fill="#f2c14e" d="M16 11 30 6v10zM16 11 2 6v10z" />
            <path fill="#f7f4ee" d="M13 12h6l2 14H11z" />
            <path fill="#d9705a" d="m12.6 15.5-.4 3.5h7.6l-.4-3.5zM12.5 8 16 5l3.5 3z" />
            <path fill="#ffe9b0" d="M13.5 8h5v4h-5z" />
          </svg>
          <h1>Sign in with ${community}</h1>
          <p>The site you come from will learn your member id and your name. Who are you today?</p>
          <form method="post" action="${action}">
            ${members.map(
              ({ id, name }) =>
                html`<button name="member" value="${id}">${name} <span>…${id.slice(-4)}</span></button>`,
            )}
            <button name="member" value="">Do not sign in</button>
          </form>
        </main>
      </body>
    </html>`;
  return document.toString();
}
