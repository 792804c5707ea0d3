import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stopSignal } from '../../../src/cli/serve/stop-signal.ts';

it('a signal stops, its echo does nothing, and a later one ends the process at once', async (t) => {
  let now = 1000;
  const ended: unknown[] = [];
  const heard = new Map<string | symbol, (signal: string) => void>();
  t.mock.method(performance, 'now', () => now);
  t.mock.method(process, 'exit', (code: unknown) => void ended.push(code));
  const listen = (name: string, listener: (signal: string) => void) => void heard.set(name, listener);
  const { mock: listening } = t.mock.method(process, 'on', listen);
  const stopped = stopSignal();
  listening.restore();
  heard.get('SIGINT')?.('SIGINT');
  assert.equal(await stopped, 'SIGINT');
  now += 400;
  heard.get('SIGTERM')?.('SIGTERM');
  heard.get('SIGINT')?.('SIGINT');
  assert.deepEqual(ended, []);
  now += 200;
  heard.get('SIGTERM')?.('SIGTERM');
  heard.get('SIGINT')?.('SIGINT');
  assert.deepEqual(ended, [143, 130]);
});
