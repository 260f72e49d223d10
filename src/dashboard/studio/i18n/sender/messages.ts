import type { Message } from '../message.js';
import type { senderEn } from './en.js';

export type SenderMessages = Readonly<Record<keyof typeof senderEn, Message>>;
