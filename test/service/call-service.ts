import { createServiceClient, type Outcome, type Transport } from '../../src/service/index.ts';

/** The key that the tests send, and look for wherever it must not be. */
export const KEY = 'k3y-Canary_7f0c';

const member = { userId: '900719925474099312', remark: 'Täglich & mehr 🎉' };

/** A call of the service, and what its client is made with. */
export interface ServiceCall {
  grant: 'points' | 'role';
  baseUrl: string;
  connectTimeoutMs?: number;
  replyTimeoutMs?: number;
}

/** Makes the call through the transport. */
export function callService(transport: Transport, { grant, ...options }: ServiceCall): Promise<Outcome> {
  const client = createServiceClient({ ...options, apiKey: () => KEY, transport });
  return grant === 'points'
    ? client.awardPoints({ ...member, points: 10 })
    : client.assignRole({ ...member, roleId: '918273645546372819' });
}
