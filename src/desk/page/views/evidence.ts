import { isRecord, isString } from '../../../contract/guard.ts';

/** What is known of a call to the community, in a line. */
export function evidenceText(evidence: unknown): string {
  if (!isRecord(evidence)) return '–';
  const { status, code, error, failure } = evidence;
  return [
    typeof status === 'number' ? `HTTP ${status}` : '',
    typeof code === 'number' || isString(code) ? `code ${code}` : '',
    isString(error) ? error : '',
    isString(failure) ? failure : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
