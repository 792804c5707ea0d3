import type { GiftOutcome } from '../../proxy/index.ts';
import type {
  AuditView,
  ClaimDetail,
  ClaimPage,
  CodeView,
  DecisionReply,
  DecisionRequest,
  DeliveryPage,
  DeskProblem,
  DeskView,
  GiftFileView,
  GiftRequest,
  GiftRunView,
  HealthView,
  ReceiverFacts,
  SendAgainReply,
  SendAgainRequest,
  SumsView,
  WaitingView,
} from '../api-types.ts';

/** The desk refused, or could not be reached (`offline`). The message is for the person at the desk. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: DeskProblem['code'] | 'offline';

  constructor(code: ApiError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** What the desk's handler is asked for. Every method throws `ApiError`. */
export class DeskClient {
  desk(): Promise<DeskView> {
    return this.#get('desk');
  }

  waiting(): Promise<WaitingView> {
    return this.#get('waiting');
  }

  claims(query: URLSearchParams): Promise<ClaimPage> {
    return this.#get(`claims?${query}`);
  }

  /** With `q`, and with `after` where the list goes on. */
  search(query: URLSearchParams): Promise<ClaimPage> {
    return this.#get(`search?${query}`);
  }

  claim(id: string): Promise<ClaimDetail> {
    return this.#get(`claims/${encodeURIComponent(id)}`);
  }

  code(query: URLSearchParams): Promise<CodeView> {
    return this.#get(`code?${query}`);
  }

  health(): Promise<HealthView> {
    return this.#get('health');
  }

  sums(days: number): Promise<SumsView> {
    return this.#get(`sums?days=${days}`);
  }

  audit(before: number | null): Promise<AuditView> {
    return this.#get(before === null ? 'audit' : `audit?before=${before}`);
  }

  receivers(): Promise<ReceiverFacts[]> {
    return this.#get('receivers');
  }

  deliveries(query: URLSearchParams): Promise<DeliveryPage> {
    return this.#get(`deliveries?${query}`);
  }

  sendAgain(wanted: SendAgainRequest): Promise<SendAgainReply> {
    return this.#ask('deliveries/send-again', { method: 'POST', body: wanted });
  }

  decide(decision: DecisionRequest): Promise<DecisionReply> {
    return this.#ask('decisions', { method: 'POST', body: decision });
  }

  give(gift: GiftRequest): Promise<GiftOutcome> {
    return this.#ask('gifts', { method: 'POST', body: gift });
  }

  giftFile(): Promise<GiftRunView | null> {
    return this.#get('gift-file');
  }

  checkGifts(file: { name: string; text: string; service?: string }): Promise<GiftFileView> {
    return this.#ask('gift-file', { method: 'POST', body: file });
  }

  startGifts(id: string, by: string | undefined): Promise<GiftRunView> {
    return this.#ask('gift-file/start', { method: 'POST', body: { id, ...(by !== undefined && { by }) } });
  }

  stopGifts(id: string): Promise<GiftRunView> {
    return this.#ask('gift-file/stop', { method: 'POST', body: { id } });
  }

  async signIn(token: string): Promise<void> {
    await this.#ask('session', { method: 'POST', body: { token } });
  }

  async signOut(): Promise<void> {
    await this.#ask('session', { method: 'DELETE' });
  }

  async printLink(): Promise<void> {
    await this.#ask('link', { method: 'POST', body: {} });
  }

  #get<T>(path: string): Promise<T> {
    return this.#ask<T>(path, { method: 'GET' });
  }

  // The desk's own handler answers, whose shapes are those of `api-types.ts`.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  async #ask<T>(path: string, { method, body }: { method: string; body?: object }): Promise<T> {
    let response: Response;
    try {
      response = await fetch(`./api/${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
    } catch {
      throw new ApiError('offline', '');
    }
    const text = await response.text();
    const answer: T & Partial<DeskProblem> = text === '' ? {} : parsed(text);
    if (response.ok) return answer;
    throw new ApiError(answer.code ?? 'internal', answer.detail ?? '');
  }
}

/** What the desk's own handler wrote; nothing if something else answered in its place. */
// oxlint-disable-next-line typescript/no-explicit-any, typescript/no-unsafe-return
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
