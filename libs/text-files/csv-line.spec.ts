import { describe, expect, it } from 'vitest';
import { csvLine } from './csv-line.js';

describe('csvLine', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['', ''],
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    [' =1', `"' =1"`],
    ['\r\n=1', `"'\r\n=1"`],
    ['\uFF1D1', "'\uFF1D1"],
    ['\u200B=1', "'\u200B=1"],
    ['a=1', 'a=1'],
  ])('writes %j as %j', (text, field) => {
    expect(csvLine([text, 'x'])).toBe(`${field},x\r\n`);
  });
});
