import { connect } from 'node:net';

/** A reply of Redis; an error reply is an Error. */
export type Reply = string | number | null | Error | Reply[];

/**
 * Sends commands over one connection to 127.0.0.1 and returns their replies.
 * @throws Error when nothing listens there or no reply comes within two seconds.
 */
export function redisCommands(port: number, commands: readonly (readonly string[])[]): Promise<Reply[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    const finish = (settle: () => void) => {
      socket.destroy();
      settle();
    };
    let received = '';
    socket.setEncoding('utf8');
    socket.setTimeout(2_000, () => finish(() => reject(new Error('no reply'))));
    socket.on('error', (error) => finish(() => reject(error)));
    socket.on('close', () => reject(new Error('closed before the reply')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      const replies = parseReplies(received);
      if (replies.length >= commands.length) finish(() => resolve(replies));
    });
    socket.write(commands.map(encode).join(''));
  });
}

/** The complete replies at the start of the text. */
export function parseReplies(text: string): Reply[] {
  const replies: Reply[] = [];
  let at = 0;
  for (;;) {
    const next = parseReply(text, at);
    if (!next) return replies;
    replies.push(next.reply);
    at = next.end;
  }
}

function parseReply(text: string, at: number): { reply: Reply; end: number } | undefined {
  const lineEnd = text.indexOf('\r\n', at);
  if (lineEnd < 0) return undefined;
  const line = text.slice(at + 1, lineEnd);
  const end = lineEnd + 2;
  switch (text.charAt(at)) {
    case '$':
      return parseBulk(text, end, Number(line));
    case '*':
      return parseArray(text, end, Number(line));
    case ':':
      return { reply: Number(line), end };
    case '-':
      return { reply: new Error(line), end };
    default:
      return { reply: line, end };
  }
}

function parseBulk(text: string, at: number, bytes: number): { reply: Reply; end: number } | undefined {
  if (bytes < 0) return { reply: null, end: at };
  // Lengths count bytes, and the name of a folder may have letters of several bytes.
  const rest = Buffer.from(text.slice(at));
  if (rest.length < bytes + 2) return undefined;
  const reply = rest.subarray(0, bytes).toString();
  return { reply, end: at + reply.length + 2 };
}

function parseArray(text: string, at: number, count: number): { reply: Reply; end: number } | undefined {
  const reply: Reply[] = [];
  let end = at;
  for (let index = 0; index < count; index += 1) {
    const item = parseReply(text, end);
    if (!item) return undefined;
    reply.push(item.reply);
    end = item.end;
  }
  return { reply, end };
}

function encode(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}
