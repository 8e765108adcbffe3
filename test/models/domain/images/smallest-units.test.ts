import { expect } from 'chai'
import { createImageThread, readImage } from '../../../../commands/sending/uploads/read-image.js'
import { cleanImage } from '../../../../models/domain/images/clean-image.js'
import { AppError } from '../../../../models/domain/errors.js'
import { ImageError } from '../../../../models/domain/images/image.js'
import { bytes, chunk, gif, jpeg, png, riff, riffChunk, segment, VP8L } from '../../../support/images.js'
import { processorSeconds } from '../../../support/processor-cost.js'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_BLOCKS = 20_000

/** A format of images, by the smallest blocks that it has. */
interface Format {
  /** An image of one pixel with these blocks before it, or behind it. */
  image: (...blocks: Buffer[]) => Buffer
  /** How many blocks it has besides. */
  ownBlocks: number
  kept: Buffer
  dropped: Buffer
}

const FORMATS: Record<string, Format> = {
  GIF: { image: gif, ownBlocks: 2, kept: bytes([0x21, 0xf9, 0]), dropped: bytes([0x21, 0xfe, 0]) },
  PNG: { image: png, ownBlocks: 3, kept: chunk('tRNS'), dropped: chunk('tEXt') },
  JPEG: { image: jpeg, ownBlocks: 3, kept: segment(0xe0), dropped: segment(0xfe) },
  WebP: {
    image: (...chunks) => riff(VP8L, ...chunks),
    ownBlocks: 1,
    kept: riffChunk('ICCP'),
    dropped: riffChunk('EXIF'),
  },
}

const repeat = (unit: Buffer, count: number): Buffer => Buffer.alloc(unit.length * count, unit)
const untilFull = ({ image }: Format, ...units: Buffer[]): Buffer => {
  const unit = bytes(...units)
  return image(repeat(unit, Math.floor((MAX_BYTES - image().length) / unit.length)))
}

const partsOf = (file: Buffer): number => cleanImage(file)?.parts.length ?? 0

describe('an image of the smallest blocks that there are', () => {
  const thread = createImageThread({ memoryMb: 16 })
  after(() => thread.close())

  for (const [name, format] of Object.entries(FORMATS)) {
    const { image, kept, dropped, ownBlocks } = format
    const room = MAX_BLOCKS - ownBlocks

    it(`has few parts as a ${name}, however many of its blocks are kept`, () => {
      const file = image(repeat(kept, room))
      expect(partsOf(file)).to.be.at.most(3)
      expect(Buffer.concat(cleanImage(file)?.parts ?? [])).to.deep.equal(file)
    })

    it(`has as many parts as a ${name} as blocks are left out`, () => {
      const file = image(repeat(bytes(kept, dropped), room / 2 - 1))
      expect(partsOf(file)).to.be.within(room / 2 - 1, room / 2 + 2)
    })

    it(`is refused as a ${name} of more blocks than any real image has`, () => {
      const refusal = 'The image has more than 20000 blocks'
      expect(() => cleanImage(image(repeat(kept, room)))).not.to.throw()
      expect(() => cleanImage(image(repeat(kept, room + 1)))).to.throw(ImageError, refusal)
      expect(() => cleanImage(image(repeat(dropped, room + 1)))).to.throw(ImageError, refusal)
    })

    it(`needs next to no memory as a ${name} of 10 MB`, async () => {
      for (const file of [untilFull(format, kept), untilFull(format, kept, dropped), untilFull(format, dropped)]) {
        expect(file.length).to.be.within(MAX_BYTES - 64, MAX_BYTES)
        const error: unknown = await readImage('project', file, thread).catch((thrown: unknown) => thrown)
        expect(error instanceof AppError && error.errors).to.deep.equal([
          { field: 'file', code: 'invalid_file_type', message: 'The image has more than 20000 blocks' },
        ])
      }
    })
  }
})

describe('an image whose only block is long', () => {
  const gifOf = (size: number): Buffer =>
    gif(bytes([0x21, 0xf9], Buffer.alloc(size - (size % 2), bytes([1, 0xaa])), [0]))
  const scanOf = (size: number): Buffer => {
    const image = jpeg()
    return bytes(image.subarray(0, -2), Buffer.alloc(size - (size % 2), bytes([0xff, 0])), image.subarray(-2))
  }
  const LONG: Record<string, (size: number) => Buffer> = {
    'a GIF of sub-blocks of a byte each': gifOf,
    'a PNG of one chunk': (size) => png(chunk('tRNS', Buffer.alloc(size))),
    'a PNG of one chunk that is left out': (size) => png(chunk('tEXt', Buffer.alloc(size))),
    'a JPEG of one scan of stuffed bytes': scanOf,
    'a JPEG of bytes that fill up': (size) => jpeg(bytes(Buffer.alloc(size, 0xff), segment(0xe0))),
    'a WebP of one chunk': (size) => riff(VP8L, riffChunk('ICCP', Buffer.alloc(size))),
    'a WebP of one frame': (size) => riff(riffChunk('VP8X', Buffer.alloc(10)), riffChunk('ANMF', Buffer.alloc(size))),
  }
  const SMALL = 160 * 1024
  const DOUBLINGS = 6

  /** The processor time of reading an image, in ms: the least of three, without what else the process did. */
  const costOf = async (file: Buffer): Promise<number> => {
    const read = () => processorSeconds(() => expect(partsOf(file)).to.be.within(1, 4))
    return 1_000 * Math.min(await read(), await read(), await read())
  }

  for (const [name, create] of Object.entries(LONG)) {
    it(`takes time with its length alone: ${name}`, async () => {
      const least = Math.max(1, await costOf(create(SMALL)))
      // Ten times what a linear reading takes, and a sixth of what one takes whose time grows with the square.
      expect(await costOf(create(SMALL * 2 ** DOUBLINGS))).to.be.below(least * 2 ** DOUBLINGS * 10)
    })
  }
})
