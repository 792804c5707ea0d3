import { describe } from 'node:test';
import { allOr } from '../../support/thorough.ts';
import { holdsInEachOrder } from './each-order.ts';
import { openPairs } from './open-ground.ts';
import { TENDED } from './pairs.ts';

const explorePair = openPairs();

/** One for each thing that is done, where it gets in the way of what is done besides. */
const FEW = [
  'purge and purge, where there is a claim that was given in part',
  'forget and reserve, where there is a claim that was granted for ever',
  'adopt and resolve as released, where there is a claim that waits, since it may have been made before',
];

describe('no order of statements breaks an invariant where the owner looks after the ledger:', () => {
  for (const name of allOr(
    FEW,
    TENDED.map(([pair]) => pair),
  ))
    holdsInEachOrder(name, explorePair);
});
