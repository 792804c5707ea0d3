import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Channels } from '../../../src/emulator/console/channels.ts';
import { fromBot } from '../../../src/emulator/console/message.ts';
import { HARBOUR_LIGHTS, type RewardEvent } from '../../../src/emulator/index.ts';

const { id: serverId } = HARBOUR_LIGHTS;

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

  it('have a reward once that was read of before its event came', () => {
    const channels = new Channels();
    const message = fromBot('one');
    channels.reward(serverId, message, false);
    channels.reward(serverId, { ...message }, false);
    assert.deepEqual([channels.rewards(serverId).length, channels.unread(serverId)], [1, 1]);
  });

  it('recall what was given before on each server, instead of what is there', () => {
    const given = { id: 1, at: '2026-11-26T12:00:00.000Z', memberId: '1', memberName: 'Noor', points: 10, total: 20 };
    const award = (of: string): RewardEvent => ({
      type: 'award',
      data: { ...given, serverId: of, remark: 'for ' + of },
    });
    const channels = new Channels();
    channels.reward('third', fromBot('one'), true);
    channels.setRewards([award(serverId), award('another')]);
    const said = (id: string) =>
      channels.rewards(id).map((message) => 'points' in message && [message.remark, message.points]);
    assert.deepEqual(said(serverId), [['for ' + serverId, 10]]);
    assert.deepEqual(said('another'), [['for another', 10]]);
    assert.deepEqual(said('third'), []);
    const [first] = channels.rewards(serverId);
    channels.setRewards([award(serverId)]);
    // Under another id it would be drawn, and announced, as something new.
    assert.deepEqual(channels.rewards(serverId), [first]);
  });
});
