/** The time zone of this machine; UTC where it names none, or one that nobody knows. */
export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    Intl.DateTimeFormat('en', { timeZone });
    return timeZone || 'UTC';
  } catch {
    return 'UTC';
  }
}
