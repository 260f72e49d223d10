import type { Message } from '../message.js';
import type { filesEn } from './en.js';

export type FilesMessages = Readonly<Record<keyof typeof filesEn, Message>>;
