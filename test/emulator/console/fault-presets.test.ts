import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAULT_PRESETS, isOf, remaining, withPreset } from '../../../src/emulator/console/fault-presets.ts';
import { createEmulator } from '../../../src/emulator/index.ts';

describe('the fault presets of the console', () => {
  for (const preset of FAULT_PRESETS) {
    it(`${preset.name} is known again among the faults that wait, and is no other preset`, () => {
      const { faults } = createEmulator({ faults: withPreset(preset, 2, []) });
      assert.equal(remaining(preset, faults.list()), 2);
      const [fault] = faults.list();
      assert.ok(fault);
      assert.deepEqual(
        FAULT_PRESETS.filter((one) => isOf(one, fault)).map(({ name }) => name),
        [preset.name],
      );
      assert.equal(preset.what.includes('Not executed'), !fault.executed || fault.kind === 'code');
    });
  }

  it('are switched on beside one another, and off', () => {
    const [slow, throttled] = FAULT_PRESETS;
    assert.ok(slow && throttled);
    const emulator = createEmulator({ faults: withPreset(slow, 'always', []) });
    emulator.faults.set(withPreset(throttled, 1, emulator.faults.list()));
    assert.equal(remaining(slow, emulator.faults.list()), 'always');
    assert.equal(remaining(throttled, emulator.faults.list()), 1);
    emulator.faults.set(withPreset(slow, 0, emulator.faults.list()));
    assert.equal(remaining(slow, emulator.faults.list()), 0);
    assert.equal(remaining(throttled, emulator.faults.list()), 1);
  });
});
