import { isRecord, isString } from '../../../contract/guard.ts';
import { fill, TEXTS } from '../texts.ts';

/** What runtimes say of a connection that ended early. */
const CUT = /\b(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)\b/;

/** What is known of a call to the community, in a line. */
export function evidenceText(evidence: unknown): string {
  if (!isRecord(evidence)) return '–';
  const { status, code, error, failure } = evidence;
  return [
    typeof status === 'number' ? `HTTP ${status}` : '',
    typeof code === 'number' || isString(code) ? `code ${code}` : '',
    isString(error) ? error : '',
    isString(failure) ? inWords(failure) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function inWords(failure: string): string {
  const [code] = CUT.exec(failure) ?? [];
  return code === undefined ? failure : fill(TEXTS.decision.cut, { code });
}
