import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Hex, toHex } from 'viem';
import { account, type Anvil, anvil, FINAL_DEPTH } from './anvil.ts';
import { chainAt, type Claimant, claimant, CONTRACT, deploy, minting, mintData, proxyFor } from './claiming.ts';

/** A chain keeps whole states of its last thousand blocks alone, so there are several, side by side. */
const CHAINS = 5;
const ROUNDS = 20;
const DEEPEST = 64;
/** So many of those who wait claim while blocks are taken back. */
const AT_ONCE = 4;

interface Waiting {
  hash: Hex;
  claim: Claimant;
}

interface Run {
  early: number;
  paid: number;
}

it(`${CHAINS * ROUNDS} reorganizations under load: nothing is paid that was not final, and everything is paid that was`, async () => {
  const runs = await Promise.all(Array.from({ length: CHAINS }, (_, index) => reorganizeOften(index * ROUNDS)));
  const sum = (what: (run: Run) => number) => runs.reduce((all, run) => all + what(run), 0);
  const [early, paid] = [sum((run) => run.early), sum((run) => run.paid)];
  // The run tried what it was to try: some were taken back, some were paid on the way, and some at the end.
  assert.ok(early > 0 && paid > early && paid < CHAINS * ROUNDS - 10, `${early} were paid early, ${paid} in all`);
});

async function reorganizeOften(first: number): Promise<Run> {
  await using chain = await anvil({ accounts: ROUNDS + 1 });
  await deploy(chain);
  await using setup = proxyFor(minting(chainAt([chain.url]), null));
  await chain.mine(FINAL_DEPTH);
  const paid = new Set<Waiting>();
  const waiting = new Set<Waiting>();
  const claimAll = async (some: readonly Waiting[]): Promise<void> => {
    await Promise.all(
      some.map(async (one) => {
        const { status, body } = await one.claim();
        // Who is paid may come once more at the same time.
        assert.ok([201, 409, 503].includes(status) || paid.has(one), JSON.stringify(body));
        if (status !== 201) return;
        paid.add(one);
        waiting.delete(one);
      }),
    );
  };

  for (let round = first; round < first + ROUNDS; round += 1) {
    const by = account(round - first + 1);
    // oxlint-disable no-await-in-loop -- one block after the other
    const hash = await chain.send({ from: by.address, to: CONTRACT, data: mintData(BigInt(round + 1)) });
    waiting.add({ hash, claim: await claimant(setup, { by, memberId: `m${round}`, transaction: hash }) });
    // Every depth comes once and some twice, beside so many blocks on top of the transaction that it is hit in half of the rounds.
    const depth = ((round * 37) % DEEPEST) + 1;
    await chain.mine((round * 23) % DEEPEST);
    const some = [...waiting].slice(-AT_ONCE);
    // Before it, where paying too early would show, and while it happens.
    await claimAll(some);
    await Promise.all([claimAll(some), chain.reorganize(depth), claimAll(some.toReversed())]);
    // oxlint-enable no-await-in-loop
  }
  const early = paid.size;
  await chain.mine(FINAL_DEPTH);
  const final = await finalHashes(chain);
  await claimAll([...waiting]);
  const stayed = [...paid, ...waiting].map(({ hash }) => hash).filter((hash) => final.has(hash));
  assert.deepEqual([...paid].map(({ hash }) => hash).toSorted(), stayed.toSorted());
  assert.equal(setup.calls.length, paid.size);
  return { early, paid: paid.size };
}

/** The transactions in the chain's final blocks. */
async function finalHashes({ ask }: Anvil): Promise<Set<Hex>> {
  const { number } = await ask<{ number: Hex }>('eth_getBlockByNumber', 'finalized', false);
  const numbers = Array.from({ length: Number(number) + 1 }, (_, index) => toHex(index));
  const blocks = await Promise.all(
    numbers.map((one) => ask<{ transactions: Hex[] }>('eth_getBlockByNumber', one, false)),
  );
  return new Set(blocks.flatMap(({ transactions }) => transactions));
}
