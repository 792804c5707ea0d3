import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { curlOf } from '../../../src/emulator/console/curl.ts';
import { callOf } from './call.ts';

/** The arguments that a shell would start curl with. */
async function argumentsOf(command: string): Promise<string[]> {
  const shell = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', shell], { env: { REWARDS_API_KEY: 'canary-key' } });
  return stdout.split('\0').slice(0, -1);
}

describe('a call as a command for a shell', () => {
  it('says what the call said, whatever a shell would make of that, and takes the key from the environment', async () => {
    const remark = 'it\'s $(touch /tmp/owned); `id` \\ "quoted"\nnext';
    const call = callOf({ path: '/points/award', key: '****1234', form: { user_id: '739204618530271847', remark } });
    const command = curlOf(call, 'http://127.0.0.1:8787');
    assert.doesNotMatch(command, /canary-key|1234\b/);
    assert.deepEqual(await argumentsOf(command), [
      '-X',
      'POST',
      'http://127.0.0.1:8787/points/award',
      '-H',
      'x-api-key: canary-key',
      '--data-urlencode',
      'user_id=739204618530271847',
      '--data-urlencode',
      `remark=${remark}`,
    ]);
  });
});
