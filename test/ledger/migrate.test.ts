import assert from 'node:assert/strict';
import { it } from 'node:test';
import { driveSync, migrate, migrations, SQLITE } from '../../src/ledger/sql.ts';

it('takes what is no count of steps for a mistake of the driver, not for a newer ledger', () => {
  for (const applied of [NaN, -1, 0.5])
    assert.throws(() => driveSync(migrate(migrations(SQLITE), applied, null), () => []), RangeError);
});
