/**
 * A client of the official library for the Model Context Protocol, as a process of its own. It starts the given MCP
 * server with its own environment, reads a call from each line of standard input, and writes the result as a line.
 *
 * Usage: node mcp-client.mjs SERVER
 */
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const { REKINDLE_URL = '', REKINDLE_TOKEN = '' } = process.env;
const [server = ''] = process.argv.slice(2);
const client = new Client({ name: 'test', version: '1' });
const env = { REKINDLE_URL, REKINDLE_TOKEN };
await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], env }));

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  const result = call.name === undefined ? await client.listTools() : await client.callTool(call);
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
await client.close();
