/** The connection ends once the points are given. */
const LOST = { kind: 'reset', at: 'no-reply', executed: true, times: 1 } as const;

/** Whether a reply will be lost. */
export const areLost = (faults: readonly { kind: string }[]): boolean => faults.some(({ kind }) => kind === LOST.kind);

/** Has the emulated community lose its next reply, or not. */
export async function losesReplies(emulator: string, lost: boolean): Promise<void> {
  const address = `${emulator}/emulator/faults`;
  const { faults }: { faults: { kind: string }[] } = await (await fetch(address)).json();
  const others = faults.filter(({ kind }) => kind !== LOST.kind);
  await fetch(address, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults: lost ? [...others, LOST] : others }),
  });
}
