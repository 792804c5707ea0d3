/**
 * Values that come and go all the time, each with the number that it got when it came. Numbers are used again.
 *
 * Not a `Map` or a `Set`: in V8 each of their tables refers to the one that replaced it. Once a full garbage collection has moved one of them to the
 * old generation, the collections in between keep all that was in the later ones, and take many times as long.
 */
export class Slab<Value extends object> {
  readonly #values: (Value | null)[] = [];
  /** Numbers that nothing has. */
  readonly #free: number[] = [];

  get size(): number {
    return this.#values.length - this.#free.length;
  }

  add(value: Value): number {
    const number = this.#free.pop() ?? this.#values.length;
    this.#values[number] = value;
    return number;
  }

  /** Removes the value with this number; null if there is none. */
  take(number: number): Value | null {
    const value = this.#values[number] ?? null;
    if (value === null) return null;
    this.#values[number] = null;
    this.#free.push(number);
    return value;
  }

  values(): Value[] {
    return this.#values.filter((value) => value !== null);
  }
}
