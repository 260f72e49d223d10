import { describe, expect, it } from 'vitest';
import { parseReplies } from './resp.js';

describe('parseReplies', () => {
  it('reads every kind of reply', () => {
    const text = '+PONG\r\n:42\r\n$-1\r\n$5\r\nhello\r\n*2\r\n$3\r\ndir\r\n+/data\r\n';
    expect(parseReplies(text)).toEqual(['PONG', 42, null, 'hello', ['dir', '/data']]);
  });

  it('reads an error reply as an Error', () => {
    expect(parseReplies('-NOAUTH Authentication required.\r\n')[0]).toBeInstanceOf(Error);
  });

  it('leaves out an incomplete reply', () => {
    for (const part of ['+PON', '$5\r\nhel', '$5\r\nhello', '*2\r\n$3\r\ndir\r\n', '*2\r\n']) {
      expect(parseReplies(`+OK\r\n${part}`)).toEqual(['OK']);
    }
  });

  it('counts the length of a text in bytes', () => {
    const folder = '/données/店';
    expect(parseReplies(`$${Buffer.byteLength(folder)}\r\n${folder}\r\n+OK\r\n`)).toEqual([folder, 'OK']);
  });

  it('reads a line break inside a text as a part of the text', () => {
    expect(parseReplies('$4\r\na\r\nb\r\n+OK\r\n')).toEqual(['a\r\nb', 'OK']);
  });
});
