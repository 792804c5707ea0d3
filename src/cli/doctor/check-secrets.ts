import { type Findings, CHECK_LIMIT_MS } from '../../common/finding.ts';

/** What `rewards init` leaves in a folder and no web server may send, each with what it is known by. */
const SECRETS = [
  { name: '.env', mark: 'REWARDS_API_KEY', advice: 'create a new key' },
  { name: 'rewards.db', mark: 'SQLite format 3', advice: 'tell your members: it has their ids' },
];

/** Asks for the proxy's own files beside a page of the site, and at the site's root. */
export async function checkSecrets(page: URL, findings: Findings): Promise<void> {
  const { ok, fail } = findings.of('page');
  const found: string[] = [];
  for (const { name, mark, advice } of SECRETS) {
    for (const href of new Set([new URL(`/${name}`, page).href, new URL(name, page).href])) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so as not to be taken for an attack
      if (!(await sendsEarly(href, mark))) continue;
      found.push(href);
      fail(`everybody can read ${href}: take it out of what the web server sends, and ${advice}`);
    }
  }
  if (found.length === 0) ok(`${page.origin} sends nobody .env or rewards.db`);
}

/** Whether the first of what is sent has the text. What cannot be fetched has not. */
async function sendsEarly(href: string, text: string): Promise<boolean> {
  try {
    const response = await fetch(href, { redirect: 'manual', signal: AbortSignal.timeout(CHECK_LIMIT_MS) });
    const reader = response.ok ? response.body?.getReader() : undefined;
    const first = await reader?.read();
    await reader?.cancel();
    return Buffer.from(first?.value ?? []).includes(text);
  } catch {
    return false;
  }
}
