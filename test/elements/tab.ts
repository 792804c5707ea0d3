import { sendKeys } from '@web/test-runner-commands';
import { waitUntil } from './wait-until.ts';

/** What has the focus, in whatever shadow root. */
function focused(root: DocumentOrShadowRoot = document): Element | null {
  const { activeElement } = root;
  return (activeElement?.shadowRoot && focused(activeElement.shadowRoot)) ?? activeElement;
}

/** Presses Tab, and waits until the focus has moved. */
export async function pressTab(): Promise<void> {
  const before = focused();
  await sendKeys({ press: 'Tab' });
  await waitUntil(() => focused() !== before, 'the focus does not move');
}
