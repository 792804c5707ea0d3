import { isMemberId } from '../../../contract/member-id.ts';
import { KEY, page, SHARED } from '../member-store.ts';

/** Holds an id for a moment only, so that other tabs hear of it. */
const SIGNAL = `${KEY}:now`;

/** Remembers the member id; an empty text forgets it. Where storage is blocked or full, nothing is remembered. */
export function rememberMember(id: string): void {
  store(KEY, id);
}

/** Tells every widget of the site, in this tab and others, and whatever copy of this script it comes from. */
export function shareMember(id: string): void {
  store(SIGNAL, id);
  store(SIGNAL, '');
  tellPage(id);
}

/** Tells every widget of this page. */
export function tellPage(id: string): void {
  page.latest = id;
  dispatchEvent(new CustomEvent<Shared>(SHARED, { detail: { id } }));
}

/** The member id that an event brings, or undefined where it is about something else. */
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

/** Any script of the page's can send an event of that type. */
function isShared(event: Event): event is CustomEvent<Shared> {
  const { id } = event instanceof CustomEvent ? Object(event.detail) : {};
  return event.type === SHARED && typeof id === 'string' && isMemberId(id);
}

function store(key: string, id: string): void {
  try {
    if (id) localStorage.setItem(key, id);
    else localStorage.removeItem(key);
  } catch {
    // What is entered serves this page all the same.
  }
}
