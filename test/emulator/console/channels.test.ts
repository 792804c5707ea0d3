import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Channels } from '../../../src/emulator/console/channels.ts';
import { fromBot } from '../../../src/emulator/console/message.ts';
import { createEmulator, HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import { callOf } from './call.ts';

const { id: serverId } = HARBOUR_LIGHTS;
const server = createEmulator().state.server(serverId);
const [member] = server.members;

describe("the channels of the emulator's console", () => {
  it('count what nobody has read, by server', () => {
    const channels = new Channels();
    channels.reward(serverId, fromBot('one'), false);
    channels.reward(serverId, fromBot('two'), true);
    channels.reward('another', fromBot('three'), false);
    assert.equal(channels.unread(serverId), 1);
    channels.read(serverId);
    assert.deepEqual([channels.unread(serverId), channels.unread('another')], [0, 1]);
    assert.equal(channels.rewards(serverId).length, 2);
  });

  it('recall what was given before, and nothing of calls that were not executed or were of another server', () => {
    const form = { user_id: member?.id ?? '', points: '10', remark: 'Daily check-in' };
    const channels = new Channels();
    channels.recall(server, [
      callOf({ serverId, form }),
      callOf({ serverId, form, executed: false, status: 500 }),
      callOf({ serverId: 'another', form }),
      callOf({ serverId, form: null }),
    ]);
    assert.deepEqual(
      channels.rewards(serverId).map((message) => 'points' in message && [message.memberName, message.points]),
      [[member?.name, 10]],
    );
  });
});
