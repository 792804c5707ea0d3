import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { giftText } from '../../../src/desk/gifts/gift-text.ts';

const TEXT = 'memberId,key\r\n12345,Grüße';
const little = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');

describe('the bytes of a file of gifts', () => {
  for (const [what, bytes] of Object.entries({
    'UTF-8': Buffer.from(TEXT),
    'UTF-8 with its mark': Buffer.from(`\uFEFF${TEXT}`),
    'UTF-16, little end first': little,
    'UTF-16, big end first': Buffer.from(little).swap16(),
  })) {
    it(`may be ${what}`, () => assert.equal(giftText(bytes), TEXT));
  }

  for (const [what, bytes] of Object.entries({
    'of an older encoding': Buffer.from(TEXT, 'latin1'),
    'UTF-16 that does not say so': Buffer.from(TEXT.replace('ü', 'u').replace('ß', 'ss'), 'utf16le'),
    'UTF-16 that is cut off': little.subarray(0, -1),
    'a workbook': Buffer.from('504b0304140006000800000021', 'hex'),
  })) {
    it(`are no text where they are ${what}`, () => assert.equal(giftText(bytes), null));
  }
});
