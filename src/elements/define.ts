/**
 * Registers all elements, and batches the requests of a page. The field for the member's id is registered first, so that the other elements need not
 * draw their own.
 */
import { askTogether } from './client/batch.ts';
import { together } from './client/claim-flow.ts';
import './member/member.define.ts';
import './checkin/checkin.define.ts';
import './role/role.define.ts';
import './signup/signup.define.ts';
import './onchain/onchain.define.ts';

// Before any element sends its first request, which is when it is drawn.
together.ask = askTogether;
