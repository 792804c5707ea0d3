import { claim, json, problem, standing, view } from '../../elements/fake-proxy.ts';
import { RealEmulator } from '../console/real-emulator.ts';
import type { Asked, PageFrame } from '../page-frame.ts';

const NOOR = '739204618530271847';

/** The demo's proxy as far as a page shows it, before the real emulator: a member is given 10 points once. */
export class Harbour {
  readonly real = new RealEmulator();
  readonly #claimed = new Map<string, 'granted' | 'pending'>();
  #key: string | undefined;

  /** Opens a page of the demo, which is still and never at leisure. */
  open(page: string): Promise<PageFrame> {
    return this.real.open({
      page,
      server: (asked) => (asked.path.startsWith('/rewards/') ? this.#answer(asked) : this.real.answer(asked)),
      prepare: (window) => {
        this.real.prepare(window);
        const match = window.matchMedia.bind(window);
        window.matchMedia = (query) => match(query === '(prefers-reduced-motion: reduce)' ? 'all' : query);
        window.requestIdleCallback = () => 0;
      },
    });
  }

  pointsOf(member = NOOR): number {
    return this.real.server.members.find(({ id }) => id === member)?.points ?? 0;
  }

  async #answer({ method, path, body }: Asked): Promise<Response> {
    const { pathname, searchParams } = new URL(path, location.origin);
    if (method === 'POST') return this.#claim((body as { memberId: string }).memberId);
    if (!pathname.endsWith('/batch')) return json(200, this.#view(pathname, searchParams));
    const replies = searchParams.getAll('path').map((one) => {
      const asked = new URL(one, location.origin);
      return { status: 200, body: this.#view(asked.pathname, asked.searchParams) };
    });
    return json(200, { replies });
  }

  #view(pathname: string, query: URLSearchParams): object {
    const memberId = query.get('memberId');
    const member = memberId === null ? null : standing({ memberId, canClaim: !this.#claimed.has(memberId) });
    return view({ action: pathname.split('/').at(-1) ?? '', member });
  }

  async #claim(memberId: string): Promise<Response> {
    const known = this.#claimed.get(memberId);
    const made = (status: 'granted' | 'pending') =>
      claim({
        id: `claim-${memberId}`,
        memberId,
        status,
        grants: [{ type: 'points', points: 10, remark: 'Daily check-in' }],
      });
    if (known === 'granted')
      return problem('already-claimed', { nextClaimAt: new Date(Date.now() + 3_600_000).toISOString() });
    if (known === 'pending') return json(202, made('pending'));
    const { emulator, server } = this.real;
    this.#key ??= this.real.newKey();
    const form = { user_id: memberId, points: '10', remark: 'Daily check-in' };
    const isLost = emulator.faults.list().some(({ kind }) => kind === 'reset');
    await this.real.award(form, this.#key).catch(() => undefined);
    const status = isLost ? 'pending' : 'granted';
    this.#claimed.set(memberId, status);
    return json(status === 'granted' ? 201 : 202, { ...made(status), service: server.name });
  }
}
