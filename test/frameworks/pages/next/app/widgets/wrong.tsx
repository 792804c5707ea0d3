import type {} from 'rewards-elements/elements/react';

// @ts-expect-error: there is no such attribute.
export const wrong = () => <rewards-checkin actoin="daily" />;
