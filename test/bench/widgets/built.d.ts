/** As it was built, which it need not be yet when types are checked. */
declare module '*/dist/packages/rewards-elements/dist/elements/checkin/checkin.define.js';
