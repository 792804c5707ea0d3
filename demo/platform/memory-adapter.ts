import type { Adapter } from 'oidc-provider';

interface Entry {
  payload: Record<string, unknown>;
  endsAt: number;
}

/** What the platform remembers: all of it in memory, until it stops. */
export function memoryAdapter(): new (model: string) => Adapter {
  const models = new Map<string, Map<string, Entry>>();

  return class implements Adapter {
    readonly #entries: Map<string, Entry>;

    constructor(model: string) {
      this.#entries = models.get(model) ?? new Map();
      models.set(model, this.#entries);
    }

    async upsert(id: string, payload: object, expiresIn: number): Promise<void> {
      this.#entries.set(id, { payload: { ...payload }, endsAt: Date.now() + expiresIn * 1000 });
    }

    async find(id: string): Promise<object | undefined> {
      const entry = this.#entries.get(id);
      return entry && entry.endsAt > Date.now() ? entry.payload : undefined;
    }

    async findByUid(uid: string): Promise<object | undefined> {
      return [...this.#entries.values()].find(({ payload }) => payload['uid'] === uid)?.payload;
    }

    /** Nobody signs in on a device without a browser here. */
    async findByUserCode(): Promise<undefined> {
      return undefined;
    }

    async consume(id: string): Promise<void> {
      const entry = this.#entries.get(id);
      if (entry) entry.payload['consumed'] = Math.floor(Date.now() / 1000);
    }

    async destroy(id: string): Promise<void> {
      this.#entries.delete(id);
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const entries of models.values()) {
        for (const [id, { payload }] of entries) if (payload['grantId'] === grantId) entries.delete(id);
      }
    }
  };
}
