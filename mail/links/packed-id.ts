/** How many bytes a packed id takes. */
export const PACKED_ID_BYTES = 16

/** A UUID as its bytes: tokens are parts of addresses, which should be short. */
export function packId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** The UUID of `packId`. */
export function unpackId(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
