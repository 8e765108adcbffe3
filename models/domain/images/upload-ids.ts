// An id of a record is a UUID of version 7. No URL needs to be read to find it: under whatever name of the
// installation, proxy or relative address a text shows an image, its id stands in the address as it is.
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const PATH = 'uploads/'
const PERCENT = /%([2-7][0-9a-f])/gi
const ENTITY = /&#(?:x0{0,5}([2-7][0-9a-f])|0{0,5}([3-9]\d|1[01]\d|12[0-6]));?/gi

/** The most ids that are taken from the texts of one resource; those behind `uploads/` come first. */
export const MAX_UPLOAD_IDS = 5_000

/**
 * The ids that texts may show images by, each once and in lower case: in attributes, style sheets, Liquid or JSON, also
 * where their characters are encoded as in a URL or in HTML. Other ids of the product may be among them.
 */
export function uploadIdsIn(texts: readonly string[]): string[] {
  const ofImages = new Set<string>()
  const others = new Set<string>()
  for (const text of texts) {
    for (const readable of spellingsOf(text)) {
      for (const { 0: id, index } of readable.matchAll(ID)) {
        const isImage = readable.startsWith(PATH, index - PATH.length)
        ;(isImage ? ofImages : others).add(id.toLowerCase())
      }
    }
  }
  return [...new Set([...ofImages, ...others])].slice(0, MAX_UPLOAD_IDS)
}

function spellingsOf(text: string): string[] {
  const decoded = text
    .replace(ENTITY, (_entity, hex?: string, decimal?: string) => {
      return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    })
    .replace(PERCENT, (_octet, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decoded === text ? [text] : [text, decoded]
}
