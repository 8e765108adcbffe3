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
        message: 'This image has no alternative text',
        suggestion: 'Describe it in alt, or write alt="" for an image that only decorates',
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
            message: `This image has ${Math.ceil(image.sizeBytes / KB)} KB, more than ${MAX_KB}`,
            suggestion: 'Upload a smaller one',
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
      message: 'This image does not exist on this installation',
      suggestion: 'Upload it again, or choose another image',
    })),
}

function placeOf({ alt: _alt, sizeBytes: _size, ...place }: ImageFact): FindingPlace {
  return place
}
