import type { messages } from './en.js';
import type { Message } from './message.js';

export type MessageKey = keyof typeof messages;
export type Messages = Readonly<Record<MessageKey, Message>>;
