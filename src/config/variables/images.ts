import { dollars, hostPorts, integer, oneOf, storageUrl, text, webUrl } from '../types.js';
import type { Section } from '../variable.js';

export const IMAGES = {
  title: 'Images',
  about: 'Without any of these images are drawn by the service itself, at no cost, and stored under DATA_DIR.',
  variables: {
    IMAGE_PROVIDER: {
      type: oneOf('local', 'openai'),
      about: 'Who makes images: `local` is the service itself.',
      otherwise: 'openai where OPENAI_API_KEY is set, else local',
    },
    OPENAI_API_KEY: { type: text, about: 'The key of OpenAI, or of a service that speaks its protocol.' },
    OPENAI_BASE_URL: {
      type: webUrl,
      about: 'Where that service is. Production takes only https.',
      fallback: 'https://api.openai.com/v1',
    },
    OPENAI_IMAGE_MODEL: {
      type: text,
      about: "The model of images. Models are shut down every few months: look at the provider's list of them.",
      fallback: 'gpt-image-2.5-flare',
    },
    OPENAI_LAYOUT_MODEL: {
      type: text,
      about: 'The model that proposes layouts of product grids. A proposal below our own layout is not used.',
      fallback: 'gpt-6-luna',
    },
    OPENAI_TIMEOUT_SECONDS: {
      type: integer(1, 590),
      about: 'Seconds that one call may take. What is cut off may be paid for all the same.',
      fallback: '180',
    },
    IMAGE_PRICE_USD: {
      type: dollars,
      about: `What one image is booked at: the provider's answer names no price. Take the highest price that your model
        has.`,
      fallback: '0.25',
    },
    IMAGE_LAYOUT_PRICE_USD: {
      type: dollars,
      about: 'What one proposal of a layout is booked at.',
      fallback: '0.01',
    },
    IMAGE_MONTHLY_BUDGET_USD: {
      type: dollars,
      about: 'What the images of one retailer may cost in a calendar month (UTC).',
      fallback: '100',
    },
    IMAGE_FETCH_ALLOW: {
      type: hostPorts,
      about: `Where product images may be fetched from although the address is private. For simulators; production refuses
        it.`,
    },
    IMAGE_STORAGE_URL: {
      type: storageUrl,
      about: `Where images are stored: a folder, or any S3-compatible store, as in
        s3://KEY:SECRET@host/bucket/folder?region=eu-central-1 (\`&tls=false\` for one on the same machine). All processes
        need the same.`,
      otherwise: 'under DATA_DIR',
    },
    IMAGE_THREADS: {
      type: integer(1, 64),
      about: `Images that one process draws at the same time, each in a thread of its own. A thread takes about 100 MB while
        it draws.`,
      otherwise: 'one less than there are cores',
    },
  },
} as const satisfies Section;
