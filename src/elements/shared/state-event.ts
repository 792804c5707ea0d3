import type { WidgetAction, WidgetState } from '../client/types.ts';

/** The state of the element is another one: `detail` says which, with the action where it is loaded. Not sent for the first `loading`. */
export class RewardsStateEvent extends CustomEvent<{ state: WidgetState; view: WidgetAction | undefined }> {}
