/** Who is logged in on the site, and who can be. */
export interface Login {
  member: { id: string; name: string } | null;
  members: { id: string; name: string }[];
}

export async function readLogin(): Promise<Login> {
  return (await fetch('/site/login')).json();
}

/** Logs a member in, or out with null. */
export async function logIn(member: string | null): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch('/site/login', { method: 'POST', headers, body: JSON.stringify({ member }) });
}

/** A token that the site's server signs for the person who is logged in. */
export async function memberToken(): Promise<string | null> {
  const { token }: { token: string | null } = await (await fetch('/site/member-token')).json();
  return token;
}
