import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import App from './App';

test('writes the points of what was granted', () => {
  const { container } = render(<App />);
  const detail = { grants: [{ type: 'points', points: 10 }] };
  act(() => {
    container.querySelector('rewards-checkin')?.dispatchEvent(new CustomEvent('rewards-granted', { detail }));
  });
  expect(container.querySelector('#heard')?.textContent).toBe('10');
});
