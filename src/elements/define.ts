/** Registers all elements. The field for the member's id comes first, so that the others need not draw their own. */
import './member/member.define.ts';
import './checkin/checkin.define.ts';
import './role/role.define.ts';
import './signup/signup.define.ts';
