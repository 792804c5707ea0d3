import type { Transport } from '../../src/service/index.ts';
import type { Call } from '../proxy/support/transport.ts';
import { executionKey } from './faulty-service.ts';
import type { Life } from './life.ts';
import type { ServiceOutcome } from './outcomes.ts';

/** What becomes of the calls of one life: of the first award, the second, …, and likewise of the roles. The last goes on. */
export interface Plan {
  points: readonly ServiceOutcome[];
  role: readonly ServiceOutcome[];
}

/** A service within this process that counts what it executes. */
export class CountingService {
  /** Executions by `executionKey`. */
  readonly executions = new Map<string, number>();
  /** Does what a call that left a dying proxy asks for, if one did. */
  onTheWay: (() => void) | null = null;

  /** The way from a life to the service. */
  transport(life: Life, plan: Plan): Transport {
    const made = { points: 0, role: 0 };
    return ({ url, headers, body }) => {
      const call = { path: url.pathname, headers, form: Object.fromEntries(new URLSearchParams(body)) };
      const kind = url.pathname.endsWith('/award') ? 'points' : 'role';
      const outcome = plan[kind][Math.min(made[kind], plan[kind].length - 1)];
      if (!outcome) throw new RangeError(`the plan has no outcome for ${kind}`);
      made[kind] += 1;
      return life.work('the call', async () => {
        life.past.push(outcome.name);
        if (outcome.unwritten) return outcome.answer(call);
        const written = life.reach('the request is written');
        if (life.over && outcome.executes) this.onTheWay = () => this.#execute(call, kind);
        await written;
        if (outcome.executes) this.#execute(call, kind);
        await life.reach('the service is done');
        return outcome.answer(call);
      });
    };
  }

  #execute({ form }: Call, kind: 'points' | 'role'): void {
    const key = executionKey(form['user_id'] ?? '', form['remark'] ?? '', kind);
    this.executions.set(key, (this.executions.get(key) ?? 0) + 1);
  }
}
