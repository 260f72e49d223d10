/** For a FROM: the personal images that a worker may begin, of all retailers. */
export const PENDING_MESSAGE_IMAGES = `message_images WHERE status = 'pending' AND due_at <= now()`;
