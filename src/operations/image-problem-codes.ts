import type { ProblemTexts } from './problem-texts.js';

/** The codes of errors about images. */
export const IMAGE_PROBLEM_CODES: ProblemTexts = {
  image_budget_spent: [
    429,
    "The retailer's image budget of this month has no room for another call of the provider.",
    'Wait for the next month, or raise the budget.',
  ],
  image_given_up: [
    500,
    'The image was begun several times, and the process ended each time.',
    "Ask again. If it happens again, look for the image's id in the log.",
  ],
  image_not_drawn: [
    500,
    'Drawing the image took too long, needed too much memory or crashed, several times.',
    "Ask again. If it happens again, look for the image's id in the log.",
  ],
  image_provider_bad_answer: [502, 'The image provider answered without a usable image.', 'Ask again.'],
  image_provider_outcome_unknown: [
    502,
    'The call of the image provider broke off and may have been paid for, so the service does not repeat it.',
    'Ask again if paying again is acceptable.',
  ],
  image_provider_refused: [
    503,
    "The image provider refuses the service's key, model or quota.",
    'The operator of the service has to correct the key, the model or the quota.',
  ],
  image_provider_unavailable: [503, 'The image provider does not answer or has no room.', 'Ask again later.'],
  image_rejected: [
    502,
    'The images of the provider were looked at and rejected: words stood in them, or a product was changed.',
    "Change the prompt, or ask with `fallback: local` for the service's own drawing.",
  ],
  image_storage_full: [
    507,
    'The image storage has no room or refuses to write.',
    'The operator of the service has to make room or correct the permissions.',
  ],
  image_storage_unavailable: [503, 'The image storage does not answer.', 'Ask again.'],
  image_not_ready: [
    409,
    'The image is not ready: it is still being made, or it failed. Only a ready image can be approved or rejected.',
    'Wait until its `status` is `ready`.',
  ],
  images_not_approved: [
    409,
    'The brand demands approved images, and the sequence shows others; `errors` names their places.',
    'Approve them at `POST /module-r/images/{id}/approval`, or choose other images.',
  ],
  image_not_composable: [
    422,
    'The image cannot be made of these parts, for example because a text fits at no legible size; `errors` names the part.',
    'Change the named part, or make the image larger.',
  ],
  image_unreachable: [
    502,
    "The host of the brand's logo does not answer; `errors` names the image.",
    'Ask again, or give the brand another logo.',
  ],
  image_unusable: [
    422,
    "A product image is not at a public address, or the brand's logo is damaged, too large or not an image; `errors` names it.",
    'Name another image.',
  ],
  too_many_open_images: [
    429,
    'The retailer has as many unfinished images as it may have.',
    'Ask again after `Retry-After` seconds, when some of them are finished.',
  ],
};
