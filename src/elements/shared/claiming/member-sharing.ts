import { isMemberId } from '../../../contract/member-id.ts';
import { KEY, page, SHARED } from '../member-store.ts';

/** Contains an id only for a moment, so that other tabs are notified of it. */
const SIGNAL = `${KEY}:now`;

/** Remembers the member id; an empty text forgets it. If storage is blocked or full, nothing is remembered. */
export function rememberMember(id: string): void {
  store(KEY, id);
}

/** Passes the id to every widget of the site, in this tab and others, also to those of other copies of this script. */
export function shareMember(id: string): void {
  store(SIGNAL, id);
  store(SIGNAL, '');
  tellPage(id);
}

/** Passes the id to every widget of this page. */
export function tellPage(id: string): void {
  page.latest = id;
  dispatchEvent(new CustomEvent<Shared>(SHARED, { detail: { id } }));
}

/** The member id of an event; undefined if the event is about something else. */
export function memberIn(event: Event): string | undefined {
  if (event instanceof StorageEvent) {
    const id = event.key?.startsWith(KEY) && event.newValue;
    return id && isMemberId(id) ? (page.latest = id) : undefined;
  }
  return isShared(event) ? event.detail.id : undefined;
}

interface Shared {
  id: string;
}

/** Any script of the page can send an event of that type. */
function isShared(event: Event): event is CustomEvent<Shared> {
  const { id } = event instanceof CustomEvent ? Object(event.detail) : {};
  return event.type === SHARED && typeof id === 'string' && isMemberId(id);
}

function store(key: string, id: string): void {
  try {
    if (id) localStorage.setItem(key, id);
    else localStorage.removeItem(key);
  } catch {
    // The id is still used on this page.
  }
}
