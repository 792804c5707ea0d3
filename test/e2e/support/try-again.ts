/**
 * A script, for any engine, that presses a widget again where no answer came in time, as the widget asks for: a busy machine or a slow disk
 * may take longer than it waits.
 */
export const tryAgain = (widget: string): string => `
  const asking = document.querySelector('${widget}');
  if (asking.matches(':state(failed)')) asking.shadowRoot.querySelector('[part~=retry]')?.click();
`;
