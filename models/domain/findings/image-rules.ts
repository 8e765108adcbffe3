import type { FindingPlace } from './finding.js'
import type { ImageFact } from './message-facts.js'
import type { Rule } from './rule.js'

const KB = 1024
const MAX_KB = 200

/** An image without an alternative text. An empty `alt` marks an image that only decorates. */
export const imageWithoutAlt: Rule = {
  code: 'image_without_alt',
  find: ({ images }) =>
    images
      .filter(({ alt }) => alt === null)
      .map((image) => ({
        ...placeOf(image),
        severity: 'warning',
        message: 'This image has no alt text',
        suggestion: 'Describe the image in alt, or set alt="" if it is decorative',
      })),
}

/** An uploaded image that takes long to load. */
export const imageTooLarge: Rule = {
  code: 'image_too_large',
  find: ({ images }) =>
    images.flatMap((image) =>
      image.sizeBytes === null || image.sizeBytes <= MAX_KB * KB
        ? []
        : {
            ...placeOf(image),
            severity: 'warning',
            message: `This image is ${Math.ceil(image.sizeBytes / KB)} KB, larger than the recommended ${MAX_KB} KB`,
            suggestion: 'Upload a smaller image',
          },
    ),
}

/** An image of this installation that was deleted, or never uploaded. */
export const imageMissing: Rule = {
  code: 'image_missing',
  find: ({ missingImages }) =>
    missingImages.map((place) => ({
      ...place,
      severity: 'error',
      message: 'This image was not found',
      suggestion: 'Upload it again, or choose another image',
    })),
}

function placeOf({ alt: _alt, sizeBytes: _size, ...place }: ImageFact): FindingPlace {
  return place
}
