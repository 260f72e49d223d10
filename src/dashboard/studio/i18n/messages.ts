import type { en } from './en.js';
import type { Message } from './message.js';

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, Message>>;
