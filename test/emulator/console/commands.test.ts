import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandIn, completions, obstacle } from '../../../src/emulator/console/commands.ts';

const ADMINISTRATOR = { administrator: true, mayUseApi: false };

describe('the commands of the bot', () => {
  const offered = (text: string) => completions(text).map(({ name }) => name);

  it('are offered as they are being written', () => {
    assert.deepEqual(offered('/'), ['/api-key create', '/api-key revoke']);
    assert.deepEqual(offered('  /API-KEY   r'), ['/api-key revoke']);
    assert.deepEqual(offered('/api-key create'), []);
    assert.deepEqual(offered('hello /'), []);
    assert.deepEqual(offered('/other'), []);
    assert.deepEqual(offered(''), []);
  });

  it('are told from other texts', () => {
    assert.equal(commandIn('/api-key create '), '/api-key create');
    assert.equal(commandIn('/api-key  revoke'), '/api-key revoke');
    assert.equal(commandIn('/api-key delete'), 'unknown');
    assert.equal(commandIn('/'), 'unknown');
    assert.equal(commandIn('use /api-key create'), null);
  });

  it('are obeyed where the service would let them be used', () => {
    assert.equal(obstacle({ botAdded: true, tier: 'highest' }, ADMINISTRATOR), null);
    assert.match(obstacle({ botAdded: false, tier: 'highest' }, ADMINISTRATOR) ?? '', /no bot/);
    const member = { administrator: false, mayUseApi: false };
    assert.match(obstacle({ botAdded: true, tier: 'highest' }, member) ?? '', /administrators/);
    assert.equal(obstacle({ botAdded: true, tier: 'highest' }, { ...member, mayUseApi: true }), null);
    assert.match(obstacle({ botAdded: true, tier: 'lower' }, ADMINISTRATOR) ?? '', /highest subscription tier/);
  });
});
