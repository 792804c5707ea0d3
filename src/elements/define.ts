/**
 * Registers all elements, and has those of a page ask the proxy together. The field for the member's id comes first, so that
 * the others need not draw their own.
 */
import { askTogether } from './client/batch.ts';
import { together } from './client/claim-flow.ts';
import './member/member.define.ts';
import './checkin/checkin.define.ts';
import './role/role.define.ts';
import './signup/signup.define.ts';
import './onchain/onchain.define.ts';

// Before any of them asks, which is when it is drawn.
together.ask = askTogether;
