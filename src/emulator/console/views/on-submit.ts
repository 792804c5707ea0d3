/** A listener that hands over the texts of a form by their names, and empties it. */
export function onSubmit(use: (texts: Record<string, string>) => unknown): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const entries = Array.from(new FormData(event.target), ([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ]);
    use(Object.fromEntries(entries));
    event.target.reset();
  };
}
