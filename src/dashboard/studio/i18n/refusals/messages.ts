import type { Message } from '../message.js';
import type { refusalsEn } from './en.js';

export type RefusalMessages = Readonly<Record<keyof typeof refusalsEn, Message>>;
